const PREFIX = '/simulator/api'

/** Calls the control API. Throws an Error whose message is a sentence for the user. */
export async function call(method, path, body) {
  const response = await fetch(PREFIX + path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const answer = await response.json()
  if (response.ok) return answer
  throw new Error(SENTENCES[answer.error] ?? answer.message)
}

const SENTENCES = {
  ERR_QR_EXPIRED: 'Este código já venceu. Espere o aplicativo mostrar o próximo.',
  ERR_QR_INVALID: 'Este não é um código de vinculação do WhatsApp.',
  ERR_PAIRING_FAILED: 'O aplicativo encerrou a conexão durante a vinculação.',
  ERR_NOT_ON_WHATSAPP: 'Este número não tem WhatsApp.',
  ERR_PHONE_NOT_FOUND: 'Este telefone não tem WhatsApp.',
  ERR_NOT_CONNECTED: 'Esta conta não está conectada agora.',
  ERR_NOT_LINKED: 'Esta conta não tem aparelho conectado.',
  ERR_PAIRING_CODE_WRONG: 'Nenhum aplicativo espera por este código neste número.',
  ERR_NOT_IN_GROUP: 'Este telefone não participa do grupo.',
  ERR_NOT_OWN_MESSAGE: 'Só quem escreveu pode mudar a mensagem.',
  ERR_TOO_LATE: 'A mensagem já é antiga demais para isso.',
  ERR_TOO_LARGE: 'O arquivo é grande demais.',
  ERR_INVALID_INPUT: 'Confira os dados: o número leva só dígitos, com país e DDD.',
}

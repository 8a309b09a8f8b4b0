import type { Language } from '@recado/shared/language'

export const EMOJI_GROUPS = [
  'faces',
  'hands',
  'hearts',
  'nature',
  'food',
  'places',
  'things',
  'signs',
] as const
export type EmojiGroup = (typeof EMOJI_GROUPS)[number]

interface Emoji {
  emoji: string
  group: EmojiGroup
  /** Its name and other words that find it. */
  words: Record<Language, string>
}

/** A line: the emoji, then its words in Portuguese, English and Spanish. */
const LINES: Record<EmojiGroup, string> = {
  faces: `
😀 sorriso feliz | smile happy | sonrisa feliz
😄 risada alegre | laugh glad | risa alegre
😁 sorrisão dentes | grin teeth | sonrisa dientes
😂 chorando de rir | tears of joy | llorar de risa
🤣 gargalhada | rolling laughing | carcajada
😊 contente tímido | pleased shy | contento tímido
😉 piscada | wink | guiño
😍 apaixonado | in love | enamorado
🥰 carinho amor | affection love | cariño amor
😘 beijo | kiss | beso
😎 óculos legal | sunglasses cool | gafas genial
🤩 maravilhado estrelas | amazed stars | asombrado estrellas
🥳 festa comemoração | party celebration | fiesta celebración
🤗 abraço | hug | abrazo
🤔 pensando dúvida | thinking doubt | pensando duda
🤝 acordo aperto de mão | deal handshake | acuerdo apretón de manos
😐 neutro | neutral | neutral
🙄 revirar os olhos | eye roll | ojos en blanco
😅 alívio suor | relief sweat | alivio sudor
😢 choro triste | crying sad | llanto triste
😭 chorando muito | sobbing | llorando mucho
😞 decepcionado | disappointed | decepcionado
😮 surpresa | surprise | sorpresa
😱 susto medo | scared fear | susto miedo
😡 raiva bravo | angry | enojado rabia
😴 sono dormindo | sleeping | sueño durmiendo
🤒 doente febre | sick fever | enfermo fiebre
😷 máscara | mask | mascarilla
🤖 robô | robot | robot`,
  hands: `
👍 positivo joia | thumbs up ok | pulgar arriba bien
👎 negativo | thumbs down | pulgar abajo
👏 palmas aplauso | clap applause | aplauso palmas
🙌 mãos para cima | raised hands | manos arriba
🙏 obrigado por favor | thanks please | gracias por favor
👋 oi tchau aceno | hello bye wave | hola adiós saludo
👌 certo perfeito | okay perfect | correcto perfecto
✌️ paz vitória | peace victory | paz victoria
🤞 dedos cruzados sorte | fingers crossed luck | dedos cruzados suerte
💪 força músculo | strength muscle | fuerza músculo
👉 apontar direita | point right | señalar derecha
👈 apontar esquerda | point left | señalar izquierda
👇 apontar para baixo | point down | señalar abajo
👆 apontar para cima | point up | señalar arriba
✍️ escrever | write | escribir
👀 olhos ver | eyes look | ojos ver
🤷 não sei | shrug | no sé`,
  hearts: `
❤️ coração vermelho amor | red heart love | corazón rojo amor
🧡 coração laranja | orange heart | corazón naranja
💛 coração amarelo | yellow heart | corazón amarillo
💚 coração verde | green heart | corazón verde
💙 coração azul | blue heart | corazón azul
💜 coração roxo | purple heart | corazón morado
🖤 coração preto | black heart | corazón negro
🤍 coração branco | white heart | corazón blanco
💔 coração partido | broken heart | corazón roto
💖 coração brilhante | sparkling heart | corazón brillante
💋 beijo boca | kiss mark | beso boca`,
  nature: `
☀️ sol | sun | sol
🌙 lua noite | moon night | luna noche
⭐ estrela | star | estrella
✨ brilho | sparkles | brillo
🔥 fogo | fire | fuego
🌧️ chuva | rain | lluvia
🌈 arco-íris | rainbow | arcoíris
❄️ neve frio | snow cold | nieve frío
🌹 rosa flor | rose flower | rosa flor
🌻 girassol | sunflower | girasol
🌱 planta muda | plant seedling | planta brote
🐶 cachorro | dog | perro
🐱 gato | cat | gato
🐴 cavalo | horse | caballo
🦋 borboleta | butterfly | mariposa`,
  food: `
☕ café | coffee | café
🍕 pizza | pizza | pizza
🍔 hambúrguer lanche | burger | hamburguesa
🍟 batata frita | fries | papas fritas
🍞 pão | bread | pan
🍰 bolo fatia | cake slice | pastel porción
🎂 bolo aniversário | birthday cake | pastel cumpleaños
🍫 chocolate | chocolate | chocolate
🍦 sorvete | ice cream | helado
🍎 maçã fruta | apple fruit | manzana fruta
🥗 salada | salad | ensalada
🍽️ prato almoço jantar | plate meal | plato comida
🍺 cerveja | beer | cerveza
🥂 brinde | cheers | brindis
🍷 vinho | wine | vino`,
  places: `
🏠 casa | house home | casa
🏢 prédio escritório | building office | edificio oficina
🏪 loja | store shop | tienda
🏥 hospital | hospital | hospital
🏫 escola | school | escuela
📍 local endereço | place address | lugar dirección
🗺️ mapa | map | mapa
🚗 carro | car | coche auto
🚚 entrega caminhão | delivery truck | entrega camión
🛵 moto entrega | scooter delivery | moto entrega
🚌 ônibus | bus | autobús
✈️ avião viagem | plane travel | avión viaje
🏖️ praia férias | beach holiday | playa vacaciones`,
  things: `
📱 celular | phone mobile | celular móvil
📞 telefone ligação | telephone call | teléfono llamada
💻 computador | computer laptop | computadora
📧 e-mail | email | correo
💬 mensagem conversa | message chat | mensaje conversación
📄 documento página | document page | documento página
📎 anexo clipe | attachment clip | adjunto clip
📷 foto câmera | photo camera | foto cámara
🎥 vídeo filmadora | video camera | video cámara
🎵 música | music | música
📅 calendário data | calendar date | calendario fecha
⏰ despertador hora | alarm clock time | despertador hora
⏳ espera ampulheta | wait hourglass | espera reloj de arena
💰 dinheiro | money | dinero
💳 cartão | card | tarjeta
🧾 recibo nota | receipt invoice | recibo factura
🏷️ etiqueta preço | tag price | etiqueta precio
📦 caixa pacote | box package | caja paquete
🛒 carrinho compra | cart shopping | carrito compra
🎁 presente | gift | regalo
🎉 festa parabéns | party congratulations | fiesta felicidades
🔑 chave | key | llave
🔧 ferramenta conserto | tool repair | herramienta reparación
💡 ideia lâmpada | idea bulb | idea bombilla
🔔 sino aviso | bell notice | campana aviso
⚽ futebol bola | football ball | fútbol pelota
🏆 troféu | trophy | trofeo`,
  signs: `
✅ feito certo | done check | hecho correcto
❌ não errado | no wrong | no incorrecto
⚠️ atenção aviso | warning | atención aviso
❗ exclamação importante | exclamation important | exclamación importante
❓ pergunta dúvida | question | pregunta duda
➡️ seta direita | arrow right | flecha derecha
⬅️ seta esquerda | arrow left | flecha izquierda
⬆️ seta para cima | arrow up | flecha arriba
⬇️ seta para baixo | arrow down | flecha abajo
🔝 topo | top | arriba
🆕 novo | new | nuevo
🆗 ok | ok | ok
🔄 atualizar trocar | refresh exchange | actualizar cambiar
💯 cem nota máxima | hundred perfect | cien perfecto
🚫 proibido | forbidden | prohibido
🟢 verde aberto | green open | verde abierto
🔴 vermelho fechado | red closed | rojo cerrado`,
}

export const EMOJIS: readonly Emoji[] = EMOJI_GROUPS.flatMap((group) =>
  LINES[group]
    .trim()
    .split('\n')
    .map((line) => {
      const [first = '', en = '', es = ''] = line.split(' | ')
      const [emoji = '', ...words] = first.split(' ')
      return { emoji, group, words: { pt: words.join(' '), en, es } }
    }),
)

/** The emojis with a word that begins as the query does, in any language. Accents and case do not count. */
export function findEmojis(query: string): readonly Emoji[] {
  const wanted = folded(query.trim())
  if (wanted === '') return EMOJIS
  return EMOJIS.filter(({ words }) =>
    Object.values(words).some((text) => ` ${folded(text)}`.includes(` ${wanted}`)),
  )
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

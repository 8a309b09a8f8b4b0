import type { Guides } from './guides.ts'

export const guides: Guides = {
  connect: {
    title: 'Conectar um WhatsApp',
    steps: [
      'Abra Conexões, escolha Nova conexão e dê um nome para reconhecer o número, como Vendas.',
      'No celular, abra o WhatsApp, toque em Dispositivos conectados e em Conectar dispositivo.',
      'Aponte a câmera para o QR Code. Sem câmera, peça um código de conexão e digite-o no celular.',
      'Espere o cartão da conexão mostrar Conectada.',
    ],
    note: 'O celular não precisa ficar ligado o tempo todo, mas o WhatsApp remove aparelhos quando ele passa muitos dias sem internet. Se isso acontecer, a conexão avisa e pede um novo QR Code.',
  },
  contacts: {
    title: 'Importar contatos',
    steps: [
      'Abra Listas de contatos, crie uma lista e entre nela.',
      'Escolha Importar e uma planilha .xls, .xlsx ou .csv. A página mostra as primeiras linhas antes de gravar.',
      'Confira quais colunas são o nome e o número, e diga como as pessoas aceitaram receber mensagens.',
      'Ao fim, baixe as linhas recusadas: cada uma traz o motivo.',
    ],
    note: 'Escreva só para quem aceitou. Quem pede para sair é bloqueado e pulado em todas as campanhas, sem que ninguém precise lembrar.',
  },
  campaign: {
    title: 'Enviar uma campanha',
    steps: [
      'Em Campanhas, escolha Nova campanha, a conexão e a lista.',
      'Escreva a mensagem. Com mais de uma versão, cada pessoa recebe uma delas.',
      'Use Enviar teste para ver a mensagem no seu celular.',
      'Revise quantas pessoas recebem, quem é pulado e quando deve terminar, e confirme.',
      'Acompanhe o relatório: clique em um número para ver as pessoas que ele conta.',
    ],
    note: 'Enviada quer dizer que o WhatsApp aceitou a mensagem; entregue, que ela chegou ao celular; lida, que a pessoa abriu e deixa isso visível.',
  },
  pace: {
    title: 'Enviar sem perder o número',
    steps: [
      'Comece devagar: um número novo escreve a poucas pessoas por dia e aumenta aos poucos.',
      'Em Ritmo de envio, mantenha pausas entre as mensagens e uma pausa maior depois de um grupo delas.',
      'Defina os horários de envio. Fora deles a campanha espera e continua sozinha.',
      'Se algo sair errado, Parar todos os envios segura tudo até você retomar os envios.',
    ],
    note: 'O WhatsApp bloqueia números que muita gente denuncia. Pessoas que esperam a sua mensagem protegem o número mais do que qualquer pausa.',
  },
  desk: {
    title: 'Atender clientes',
    steps: [
      'Em Atendimentos, a aba Aguardando mostra quem espera há mais tempo. Aceitar coloca a conversa em seu nome.',
      'Responda com texto, arquivo ou voz. Os sinais mostram se a mensagem foi enviada, entregue e lida.',
      'Use uma nota interna para o que só a equipe deve ler, e @ para chamar um colega.',
      'Transferir passa a conversa a outra fila ou pessoa; Resolver encerra o atendimento.',
    ],
    note: 'O que você escreve sem internet fica guardado e sai uma única vez quando ela volta. A tecla ? mostra os atalhos.',
  },
  queues: {
    title: 'Filas, horários e mensagens automáticas',
    steps: [
      'Em Filas, crie uma por assunto e escolha quem atende em cada uma.',
      'Na conexão, escolha as filas e escreva a saudação. Com mais de uma fila, o cliente escolhe por número.',
      'Defina o horário de atendimento em Configurações, Opções: da empresa ou de cada fila.',
      'Fora do horário o cliente recebe a mensagem fora do expediente e continua na fila.',
    ],
    note: 'Um cliente sem resposta nunca é encerrado sozinho por falta de movimento.',
  },
  replies: {
    title: 'Responder mais rápido',
    steps: [
      'Em Respostas rápidas, guarde os textos que você mais escreve. Na conversa, digite / e o atalho.',
      'Etiquetas marcam contatos e atendimentos, e podem ser colunas do Kanban.',
      'Agende uma mensagem para depois; ela pode ser cancelada se o cliente responder antes.',
    ],
    note: 'Um texto pode trazer o primeiro nome do contato, o seu nome e o protocolo: escolha os campos abaixo do texto.',
  },
  privacy: {
    title: 'Privacidade e descadastro',
    steps: [
      'Quem responde SAIR a uma campanha é bloqueado na hora e recebe uma confirmação.',
      'Em Configurações, Privacidade, um administrador baixa todos os dados de uma pessoa ou os exclui.',
      'Em Retenção, defina por quanto tempo conversas, arquivos e relatórios ficam guardados.',
      'A auditoria mostra quem fez o quê, e de onde.',
    ],
    note: 'A LGPD dá a cada pessoa o direito de saber o que a empresa guarda sobre ela e de pedir a exclusão.',
  },
}

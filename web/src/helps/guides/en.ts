import type { Guides } from './guides.ts'

export const guides: Guides = {
  connect: {
    title: 'Connect a WhatsApp number',
    steps: [
      'Open Connections, choose New connection and give it a name that you will recognize, such as Sales.',
      'On the phone, open WhatsApp, tap Linked devices and then Link a device.',
      'Point the camera at the QR code. Without a camera, ask for a pairing code and type it on the phone.',
      'Wait until the connection’s card says Connected.',
    ],
    note: 'The phone does not need to stay on all the time, but WhatsApp removes devices when it is offline for many days. The connection then tells you so and asks for a new QR code.',
  },
  contacts: {
    title: 'Import contacts',
    steps: [
      'Open Contact lists, create a list and open it.',
      'Choose Import and a spreadsheet: .xls, .xlsx or .csv. The first rows are shown before anything is saved.',
      'Check which columns are the name and the number, and say how the people agreed to receive messages.',
      'At the end, download the refused rows: each one says why.',
    ],
    note: 'Write only to people who agreed. People who opt out are blocked, and every campaign skips them, without anyone having to remember.',
  },
  campaign: {
    title: 'Send a campaign',
    steps: [
      'In Campaigns, choose New campaign, the connection and the list.',
      'Write the message. With more than one version, each person gets one of them.',
      'Use Send a test to see the message on your own phone.',
      'Review how many people get it, who is left out and when it should finish, and confirm.',
      'Follow the report: click a number to see the people behind it.',
    ],
    note: 'Sent means that WhatsApp accepted the message; delivered, that it reached the phone; read, that the person opened it and allows this to be seen.',
  },
  pace: {
    title: 'Send without losing the number',
    steps: [
      'Start slowly: a new number writes to a few people a day, and to more as time goes by.',
      'In Sending pace, keep pauses between messages and a longer one after a number of them.',
      'Set the sending hours. Outside them, a campaign waits and continues by itself.',
      'If something goes wrong, Stop all sending holds everything until you resume sending.',
    ],
    note: 'WhatsApp blocks numbers that many people report. People who expect your message protect the number better than any pause.',
  },
  desk: {
    title: 'Serve customers',
    steps: [
      'In Tickets, the Waiting tab shows who has waited longest. Accept makes the ticket yours.',
      'Answer with text, a file or your voice. The ticks show whether a message was sent, delivered and read.',
      'Use an internal note for what only the team should read, and @ to mention a colleague.',
      'Transfer passes the ticket to another queue or person; Resolve closes it.',
    ],
    note: 'What you write while offline is kept, and sent exactly once when the connection is back. The ? key shows the shortcuts.',
  },
  queues: {
    title: 'Queues, hours and automatic messages',
    steps: [
      'In Queues, create one for each topic and choose who serves it.',
      'In the connection, choose its queues and write the greeting. With more than one queue, customers choose by number.',
      'Set the opening hours under Settings, Options: those of the company, or of each queue.',
      'Outside these hours, customers get the out-of-hours message and stay in the queue.',
    ],
    note: 'The ticket of a customer who is waiting for an answer is never closed for inactivity.',
  },
  replies: {
    title: 'Answer faster',
    steps: [
      'In Quick replies, keep the texts that you write most often. In a conversation, type / and the shortcut.',
      'Tags mark contacts and tickets, and can be columns of the kanban.',
      'Schedule a message for later; it can be canceled if the customer replies first.',
    ],
    note: 'A text can contain the contact’s first name, your name and the ticket number: choose the fields below the text.',
  },
  privacy: {
    title: 'Privacy and opting out',
    steps: [
      'People who reply SAIR to a campaign are blocked at once and get a confirmation.',
      'Under Settings, Privacy, an administrator can download all of a person’s data, or delete it.',
      'Under Retention, set how long conversations, files and reports are kept.',
      'The audit trail shows who did what, and from where.',
    ],
    note: 'Brazil’s data protection law (LGPD) gives everyone the right to know what a company keeps about them and to ask for its deletion.',
  },
}

import type { Guides } from './guides.ts'

export const guides: Guides = {
  connect: {
    title: 'Connect a WhatsApp number',
    steps: [
      'Open Connections, choose New connection and give it a name that you recognise, such as Sales.',
      'On the phone, open WhatsApp, tap Linked devices and then Link a device.',
      'Point the camera at the QR code. Without a camera, ask for a pairing code and type it on the phone.',
      'Wait until the connection’s card says Connected.',
    ],
    note: 'The phone need not stay on all the time, but WhatsApp removes devices when it is offline for many days. The connection then says so and asks for a new QR code.',
  },
  contacts: {
    title: 'Import contacts',
    steps: [
      'Open Contact lists, create a list and open it.',
      'Choose Import and a spreadsheet: .xls, .xlsx or .csv. The first rows are shown before anything is stored.',
      'Check which columns are the name and the number, and say how the people agreed to receive messages.',
      'At the end, download the refused rows: each one has its reason.',
    ],
    note: 'Write only to people who agreed. People who ask to leave are blocked, and every campaign skips them by itself.',
  },
  campaign: {
    title: 'Send a campaign',
    steps: [
      'In Campaigns, choose New campaign, the connection and the list.',
      'Write the message. With more than one version, each person gets one of them.',
      'Use Send a test to see the message on your own phone.',
      'Review how many people get it, who is skipped and when it should end, and confirm.',
      'Follow the report: click a number to see the people behind it.',
    ],
    note: 'Sent means that WhatsApp accepted the message; delivered, that it reached the phone; read, that the person opened it and lets others see that.',
  },
  pace: {
    title: 'Send without losing the number',
    steps: [
      'Begin slowly: a new number writes to few people a day, and to more as time goes by.',
      'In Sending pace, keep pauses between messages and a longer one after a number of them.',
      'Set the hours for sending. Outside them a campaign waits, and goes on by itself.',
      'If something goes wrong, Stop all sending holds everything until you resume sending.',
    ],
    note: 'WhatsApp blocks numbers that many people report. People who expect your message protect the number better than any pause.',
  },
  desk: {
    title: 'Serve customers',
    steps: [
      'In Conversations, the tab Waiting shows who has waited longest. Accept makes the conversation yours.',
      'Answer with text, a file or your voice. The ticks show whether a message was sent, delivered and read.',
      'Use an internal note for what only the team should read, and @ to call a colleague.',
      'Transfer gives the conversation to another queue or person; Resolve ends it.',
    ],
    note: 'What you write without a network is kept, and leaves exactly once when the network is back. The key ? shows the shortcuts.',
  },
  queues: {
    title: 'Queues, hours and automatic messages',
    steps: [
      'In Queues, create one for each subject and choose who serves it.',
      'In the connection, choose its queues and write the greeting. With more than one queue, customers choose by number.',
      'Set the opening hours under Settings, Options: those of the company, or of each queue.',
      'Outside the hours customers get the out-of-hours message and stay in the queue.',
    ],
    note: 'A customer without an answer is never closed for lack of activity.',
  },
  replies: {
    title: 'Answer faster',
    steps: [
      'In Quick replies, keep the texts that you write most. In a conversation, type / and the shortcut.',
      'Tags mark contacts and tickets, and can be columns of the kanban.',
      'Schedule a message for later; it can be cancelled if the customer answers first.',
    ],
    note: 'A text can contain the contact’s first name, your name and the ticket’s number: choose the fields below the text.',
  },
  privacy: {
    title: 'Privacy and opting out',
    steps: [
      'People who answer SAIR to a campaign are blocked at once, and get a confirmation.',
      'Under Settings, Privacy, an administrator downloads all data of one person, or deletes them.',
      'Under Retention, set how long conversations, files and reports are kept.',
      'The audit trail shows who did what, and from where.',
    ],
    note: 'Brazil’s data protection law (LGPD) lets everyone know what a company keeps about them, and ask for its deletion.',
  },
}

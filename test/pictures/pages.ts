/** Every page by a name, with its address. */
export const PAGES = {
  styleguide: '/styleguide',
  dashboard: '/',
  'dashboard-desk': '/?tab=desk',
  'my-numbers': '/my-numbers',
  tickets: '/tickets',
  kanban: '/kanban',
  chats: '/chats',
  schedules: '/schedules',
  'quick-replies': '/quick-replies',
  tags: '/tags',
  contacts: '/contacts',
  duplicates: '/contacts/duplicates',
  campaigns: '/campaigns',
  'group-campaigns': '/group-campaigns',
  'campaign-form': '/campaigns/new',
  'group-campaign-form': '/group-campaigns/new',
  pace: '/campaigns-config',
  'contact-lists': '/contact-lists',
  'group-lists': '/group-lists',
  groups: '/groups',
  'extract-contacts': '/extract-contacts',
  'contact-blocks': '/contact-blocks',
  connections: '/connections',
  queues: '/queues',
  users: '/users',
  settings: '/settings',
  options: '/settings?tab=options',
  privacy: '/settings?tab=privacy',
  integrations: '/settings?tab=integrations',
  audit: '/settings?tab=audit',
  retention: '/settings?tab=retention',
  helps: '/helps',
  'not-found': '/nowhere',
} as const

/** The pages that only operators have. */
export const OPERATORS_PAGES = {
  announcements: '/announcements',
  companies: '/settings?tab=companies',
  plans: '/settings?tab=plans',
  'help-videos': '/settings?tab=helps',
  instances: '/settings?tab=instances',
} as const

/** Every dialog that an address opens. */
export const DIALOGS = {
  'connection-dialog': '/connections?dialog=new',
  'list-dialog': '/contact-lists?dialog=new',
  'block-dialog': '/contact-blocks?dialog=new',
  'contact-dialog': '/contacts?dialog=new',
  'tag-dialog': '/tags?dialog=new',
  'queue-dialog': '/queues?dialog=new',
  'quick-reply-dialog': '/quick-replies?dialog=new',
  'user-dialog': '/users?dialog=new',
} as const

/** The pages before the login. */
export const PUBLIC_PAGES = { login: '/login', 'forgot-password': '/forgot-password' } as const

/** The records that some pages show. */
export interface Records {
  campaignId: string
  contactListId: string
  ticketUuid: string
  contactId: string
  chatId: string
}

/** Every page of one record, by its name. */
export const RECORD_PAGES = {
  'campaign-report': ({ campaignId }: Records) => `/campaign/${campaignId}/report`,
  'campaign-edit': ({ campaignId }: Records) => `/campaigns/${campaignId}/edit`,
  'list-contacts': ({ contactListId }: Records) => `/contact-lists/${contactListId}/contacts`,
  conversation: ({ ticketUuid }: Records) => `/tickets/${ticketUuid}?tab=aguardando&all=true`,
  contact: ({ contactId }: Records) => `/contacts/${contactId}`,
  chat: ({ chatId }: Records) => `/chats/${chatId}`,
}

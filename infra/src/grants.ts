import type { api, Domain } from '@recado/shared/api'
import type { QueueName } from '@recado/shared/queues/queues'

export type SecretName =
  | 'signing-key'
  | 'verifying-keys'
  | 'refresh-key'
  | 'cursor-key'
  | 'totp-key'
  | 'integration-key'
export type FileAction = 'read' | 'write' | 'delete' | 'list'

/** What a piece of code may do. What is not said here is denied. */
export interface Grants {
  /** Writing includes reading. */
  table?: 'read' | 'write'
  /** WhatsApp's keys: the socket service alone. */
  authTable?: 'write'
  files?: readonly FileAction[]
  send?: readonly QueueName[]
  receive?: readonly QueueName[]
  /** The command queues: functions send; the socket service receives, and sends what ends its own wait. */
  commands?: 'send' | 'receive'
  secrets?: readonly SecretName[]
  /** Sends frames to browsers' sockets and closes them. */
  sockets?: true
  /** Sends mails from the deployment's own address. */
  email?: true
}

const READ: Grants = { table: 'read' }
export const WRITE: Grants = { table: 'write' }
const PAGED: Grants = { table: 'read', secrets: ['cursor-key'] }
export const TOLD: Grants = { table: 'write', send: ['events'] }
const IMPORTED: Grants = { ...WRITE, files: ['read', 'write'], send: ['imports'] }
const EXPORTED: Grants = { ...WRITE, send: ['exports'] }
const LINKED: Grants = { ...TOLD, secrets: ['integration-key'] }
/** A company that stands otherwise signs its people out, and what waited for it goes on. */
const RESTANDING: Grants = { ...WRITE, send: ['events', 'cleanup', 'pace'] }
const COMMANDED: Grants = { ...TOLD, commands: 'send' }

/** What each call needs beyond what `impliedBy` says. A route without its grants does not compile. */
export const routeGrants: { [D in Domain]: { [R in keyof (typeof api)[D]]: Grants } } = {
  platform: {
    health: {},
    openApiDocument: {},
  },
  sessions: {
    login: { ...TOLD, secrets: ['signing-key', 'refresh-key', 'totp-key'] },
    takeHandover: { ...TOLD, secrets: ['signing-key', 'refresh-key', 'totp-key'] },
    signUp: TOLD,
    forgotPassword: { ...WRITE, send: ['emails'] },
    resetPassword: TOLD,
    me: READ,
    refreshToken: { ...TOLD, secrets: ['signing-key', 'refresh-key'] },
    logout: { ...TOLD, secrets: ['refresh-key'] },
    listLogins: READ,
    beginTotp: { ...WRITE, secrets: ['totp-key'] },
    confirmTotp: { ...WRITE, secrets: ['totp-key'] },
    endTotp: WRITE,
    endSupport: TOLD,
    createSocketTicket: WRITE,
    jwks: { secrets: ['verifying-keys'] },
  },
  users: {
    listUsers: PAGED,
    allUsers: READ,
    createUser: { ...WRITE, send: ['events', 'emails'] },
    createInvitation: { ...WRITE, send: ['emails'] },
    listInvitations: READ,
    deleteInvitation: WRITE,
    getUser: READ,
    // An operator's change of another company's user is told its admins.
    updateUser: { ...WRITE, send: ['events', 'emails'] },
    deleteUser: TOLD,
  },
  connections: {
    listConnections: READ,
    createConnection: COMMANDED,
    testConnection: { ...WRITE, commands: 'send' },
    getConnection: READ,
    // A new limit of first contacts lets go on what waited for the old one.
    updateConnection: { ...WRITE, send: ['events', 'pace'] },
    deleteConnection: { ...COMMANDED, send: ['events', 'cleanup'] },
    retrySession: COMMANDED,
    requestNewQr: COMMANDED,
    requestPairingCode: COMMANDED,
    answerOtherNumber: COMMANDED,
    disconnectSession: COMMANDED,
  },
  'contact-lists': {
    listContactLists: PAGED,
    allContactLists: READ,
    contactListTemplate: {},
    createContactList: TOLD,
    getContactList: READ,
    updateContactList: TOLD,
    deleteContactList: { ...WRITE, send: ['events', 'cleanup'] },
    exportContactList: EXPORTED,
    checkContactList: { ...WRITE, send: ['events', 'validity'] },
    stopContactListCheck: TOLD,
    previewImport: { table: 'read', files: ['read'] },
    importContacts: IMPORTED,
    getImport: READ,
    cancelImport: { ...TOLD, files: ['delete'] },
    refusedRows: { ...EXPORTED, files: ['read'] },
    listContactListItems: PAGED,
    createContactListItem: TOLD,
    getContactListItem: READ,
    updateContactListItem: TOLD,
    deleteContactListItem: TOLD,
  },
  'contact-blocks': {
    listContactBlocks: PAGED,
    createContactBlock: TOLD,
    getContactBlock: READ,
    deleteContactBlock: TOLD,
    importContactBlocks: IMPORTED,
    getContactBlockImport: READ,
    cancelContactBlockImport: { ...TOLD, files: ['delete'] },
    refusedContactBlockRows: { ...EXPORTED, files: ['read'] },
  },
  extractors: {
    groupContacts: READ,
    syncGroups: COMMANDED,
    exportGroupContacts: READ,
    exportGroupContactsByGet: READ,
    exportGroup: READ,
    extractedContacts: READ,
    exportExtractedContacts: EXPORTED,
  },
  exports: {
    // A presigned download may do what its signer may.
    getExport: { table: 'read', files: ['read'] },
  },
  uploads: {
    // A presigned form may do what its signer may.
    createUpload: { files: ['write'] },
  },
  campaigns: {
    listCampaigns: PAGED,
    // From a tag of the integrated platform, whose contacts come into lists that are cleared away where it fails.
    createCampaign: { ...LINKED, send: ['events', 'cleanup'] },
    // A presigned download of the attachment may do what its signer may.
    getCampaign: { table: 'read', files: ['read'] },
    updateCampaign: { ...TOLD, files: ['delete'] },
    deleteCampaign: { ...WRITE, send: ['events', 'cleanup'] },
    startCampaign: { ...WRITE, send: ['events', 'start'] },
    cancelCampaign: TOLD,
    restartCampaign: { ...WRITE, send: ['events', 'start'] },
    pauseCampaign: TOLD,
    resumeCampaign: { ...WRITE, send: ['events', 'start'] },
    resendAllFailed: { ...WRITE, send: ['events', 'start'] },
    duplicateCampaign: { ...TOLD, files: ['read', 'write'] },
    // Its messages are those of a conversation.
    testCampaign: COMMANDED,
    precheckCampaign: READ,
    uploadCampaignMedia: { ...TOLD, files: ['read', 'write', 'delete'] },
    deleteCampaignMedia: { ...TOLD, files: ['delete'] },
    exportCampaign: EXPORTED,
    listShippings: PAGED,
    getCampaignSettings: READ,
    // Chains that rest until a window opens look at the new ones.
    saveCampaignSettings: { ...WRITE, send: ['pace'] },
    getSendingState: READ,
    stopSending: TOLD,
    resumeSending: { ...WRITE, send: ['events', 'pace'] },
    getPlatformSendingState: READ,
    stopPlatformSending: WRITE,
    resumePlatformSending: WRITE,
  },
  dashboard: {
    getDashboard: READ,
  },
  integration: {
    getIntegration: READ,
    saveIntegration: LINKED,
    checkSacmais: READ,
    // A token that is refused pauses the link.
    listSacmaisTags: LINKED,
    listSacmaisQueues: LINKED,
  },
  announcements: {
    listAnnouncements: PAGED,
    createAnnouncement: TOLD,
    // A presigned download of the image may do what its signer may.
    getAnnouncement: { table: 'read', files: ['read'] },
    updateAnnouncement: TOLD,
    deleteAnnouncement: { ...TOLD, files: ['delete'] },
    uploadAnnouncementMedia: { ...TOLD, files: ['read', 'write', 'delete'] },
    deleteAnnouncementMedia: { ...TOLD, files: ['delete'] },
  },
  'data-subjects': {
    exportDataSubject: EXPORTED,
    eraseDataSubject: { ...WRITE, send: ['events', 'cleanup'] },
    listErasures: PAGED,
    liftErasure: TOLD,
  },
  companies: {
    listCompanies: READ,
    companyNames: READ,
    companyDashboard: READ,
    createCompany: { ...WRITE, send: ['emails'] },
    getCompany: READ,
    updateCompany: RESTANDING,
    deleteCompany: { ...WRITE, send: ['cleanup'] },
    getCompanyDeletion: READ,
    archiveCompany: RESTANDING,
    setCompanyStatus: RESTANDING,
    advanceDueDate: RESTANDING,
    resetCompanyPassword: { table: 'read', send: ['emails'] },
    saveCompanySchedules: WRITE,
  },
  plans: {
    listPlans: READ,
    allPlans: READ,
    createPlan: WRITE,
    updatePlan: WRITE,
    deletePlan: WRITE,
  },
  instances: {
    listInstances: READ,
    createInstance: WRITE,
    updateInstance: WRITE,
    deleteInstance: WRITE,
  },
  helps: {
    helps: READ,
    listHelps: READ,
    createHelp: WRITE,
    updateHelp: WRITE,
    deleteHelp: WRITE,
  },
  settings: {
    listSettings: READ,
    saveSetting: WRITE,
  },
  retention: {
    getRetention: READ,
    saveRetention: WRITE,
    getRetentionBounds: READ,
    saveRetentionBounds: WRITE,
  },
  audit: {
    listAudit: PAGED,
    exportAudit: EXPORTED,
  },
  'ticket-queues': {
    listTicketQueues: READ,
    createTicketQueue: TOLD,
    getTicketQueue: READ,
    updateTicketQueue: TOLD,
    deleteTicketQueue: TOLD,
  },
  tags: {
    listTags: PAGED,
    createTag: TOLD,
    getTag: READ,
    updateTag: TOLD,
    deleteTag: TOLD,
  },
}

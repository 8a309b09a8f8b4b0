import type { api, Domain } from '@recado/shared/api/routes'
import type { QueueName } from '@recado/shared/queues/queues'
import type { SharedRows } from '@recado/shared/table/shared-rows'
import { contactGrants } from './contact-grants.ts'
import { deskGrants, ticketGrants } from './desk-grants.ts'
import { COMMANDED, EXPORTED, PAGED, READ, TOLD, WRITE } from './usual-grants.ts'

export type SecretName =
  | 'signing-key'
  | 'verifying-keys'
  | 'refresh-key'
  | 'cursor-key'
  | 'totp-key'
  | 'integration-key'
export type FileAction = 'read' | 'write' | 'delete' | 'list'

/** Rights to rows without a company. Writing includes reading. */
export type SharedRowGrants = { [R in SharedRows]?: 'read' | 'write' }

/** Rights of a piece of code. Everything not listed is denied. */
export interface Grants {
  /** Rows of companies: of one at a time, for functions that answer people. Writing includes reading. */
  table?: 'read' | 'write'
  /** Rows without a company, for functions that reach other rows in the session of a company. */
  shared?: SharedRowGrants
  /** WhatsApp's keys, for the socket service only. */
  authTable?: 'write'
  /** Files of companies: of one at a time, for functions that answer people. */
  files?: readonly FileAction[]
  /** The platform's own files. */
  platformFiles?: readonly FileAction[]
  send?: readonly QueueName[]
  receive?: readonly QueueName[]
  /**
   * The command queues. Functions send. The socket service receives, and sends itself the message that ends its
   * long poll.
   */
  commands?: 'send' | 'receive'
  secrets?: readonly SecretName[]
  /** Sends frames to browsers' sockets and closes them. */
  sockets?: true
  /** Sends mails from the deployment's own address. */
  email?: true
}

const IMPORTED: Grants = { ...WRITE, files: ['read', 'write'], send: ['imports'] }
/** Changes a list, and imports the contacts that came along. */
const FILLED: Grants = { ...IMPORTED, send: ['events', 'imports'] }
/** Asks the socket service to open or unlink a connection; a job repeats the command of a call that died. */
const REQUESTED: Grants = { ...COMMANDED, send: ['events', 'cleanup'] }
const LINKED: Grants = { ...TOLD, secrets: ['integration-key'] }
/** A changed status of a company signs its people out, and restarts work that waited for it. */
const RESTANDING: Grants = { ...WRITE, send: ['events', 'cleanup', 'pace'] }

/** Rights of each route beyond those of `impliedBy`. A route without an entry does not compile. */
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
    // A company's admins are informed of an operator's change to their user.
    updateUser: { ...WRITE, send: ['events', 'emails'] },
    // The user's tickets go back to their queues.
    deleteUser: { ...WRITE, send: ['events', 'cleanup'] },
  },
  connections: {
    listConnections: READ,
    createConnection: REQUESTED,
    testConnection: { ...WRITE, commands: 'send' },
    getConnection: READ,
    // A new limit of first contacts releases work that waited under the old one.
    updateConnection: { ...WRITE, send: ['events', 'pace'] },
    deleteConnection: { ...COMMANDED, send: ['events', 'cleanup'] },
    retrySession: REQUESTED,
    requestNewQr: REQUESTED,
    requestPairingCode: REQUESTED,
    answerOtherNumber: REQUESTED,
    disconnectSession: REQUESTED,
  },
  'contact-lists': {
    listContactLists: PAGED,
    allContactLists: READ,
    contactListTemplate: {},
    createContactList: FILLED,
    getContactList: READ,
    updateContactList: FILLED,
    deleteContactList: { ...WRITE, send: ['events', 'cleanup'] },
    exportContactList: EXPORTED,
    checkContactList: { ...WRITE, send: ['events', 'validity'] },
    stopContactListCheck: TOLD,
    previewImport: { table: 'read', files: ['read'] },
    importContacts: IMPORTED,
    // The import's job writes the spreadsheet.
    importFromDesk: { ...WRITE, send: ['imports'] },
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
  contacts: contactGrants,
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
    // A presigned download has the rights of its signer.
    getExport: { table: 'read', files: ['read'] },
  },
  uploads: {
    // A presigned form has the rights of its signer.
    createUpload: { files: ['write'] },
  },
  campaigns: {
    listCampaigns: PAGED,
    listUnfinishedCampaigns: READ,
    // A campaign from a tag of the integrated platform creates lists, and deletes them after a failure.
    createCampaign: { ...LINKED, send: ['events', 'cleanup'] },
    // A presigned download of the attachment has the rights of its signer.
    getCampaign: { table: 'read', files: ['read'] },
    updateCampaign: { ...TOLD, files: ['delete'] },
    deleteCampaign: { ...WRITE, send: ['events', 'cleanup'] },
    startCampaign: { ...WRITE, send: ['events', 'start'] },
    cancelCampaign: { ...WRITE, send: ['events', 'validity'] },
    restartCampaign: { ...WRITE, send: ['events', 'start'] },
    pauseCampaign: TOLD,
    resumeCampaign: { ...WRITE, send: ['events', 'start'] },
    resendAllFailed: { ...WRITE, send: ['events', 'start'] },
    duplicateCampaign: { ...TOLD, files: ['read', 'write'] },
    // It sends messages of a conversation.
    testCampaign: COMMANDED,
    precheckCampaign: READ,
    // The contacts of a tag come from the integrated platform. A refused token pauses the link.
    precheckProposal: LINKED,
    uploadCampaignMedia: { ...TOLD, files: ['read', 'write', 'delete'] },
    deleteCampaignMedia: { ...TOLD, files: ['delete'] },
    exportCampaign: EXPORTED,
    listShippings: PAGED,
    listReplies: PAGED,
    getCampaignSettings: READ,
    // Chains that wait for a send window check the new ones.
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
    getHome: READ,
  },
  integration: {
    getIntegration: READ,
    saveIntegration: LINKED,
    checkSacmais: READ,
    // A refused token pauses the link.
    listSacmaisTags: LINKED,
    listSacmaisQueues: LINKED,
  },
  announcements: {
    listAnnouncements: PAGED,
    createAnnouncement: TOLD,
    // A presigned download of the image has the rights of its signer.
    getAnnouncement: { table: 'read', platformFiles: ['read'] },
    updateAnnouncement: TOLD,
    deleteAnnouncement: { ...TOLD, platformFiles: ['delete'] },
    // The operator's upload is a file of the operator's company.
    uploadAnnouncementMedia: { ...TOLD, files: ['read'], platformFiles: ['write', 'delete'] },
    deleteAnnouncementMedia: { ...TOLD, platformFiles: ['delete'] },
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
  tickets: ticketGrants,
  'ticket-queues': {
    listTicketQueues: READ,
    createTicketQueue: TOLD,
    getTicketQueue: READ,
    updateTicketQueue: TOLD,
    deleteTicketQueue: { ...WRITE, send: ['events', 'cleanup'] },
  },
  tags: {
    listTags: PAGED,
    createTag: TOLD,
    getTag: READ,
    updateTag: TOLD,
    deleteTag: TOLD,
  },
  ...deskGrants,
}

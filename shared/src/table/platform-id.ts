/** Whose rows the platform's own are: plans, instances, help, announcements, the register of companies. */
export const PLATFORM = 'PLATFORM'

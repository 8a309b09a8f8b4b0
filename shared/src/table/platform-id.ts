/** The platform's company id. Its rows: plans, instances, help, announcements, the register of companies. */
export const PLATFORM = 'PLATFORM'

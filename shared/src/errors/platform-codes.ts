import type { CodeKinds } from './code-kinds.ts'

/**
 * Codes of the operators' records (companies, plans, instances, announcements), of a company's settings, and of names
 * and plan limits in any domain.
 */
export const PLATFORM_CODES = {
  /** There is no company with this id, or it is not the caller's. Check the id. */
  ERR_NO_COMPANY_FOUND: ['not-found'],
  /** An archived company cannot be switched on. Bring it back first. */
  ERR_COMPANY_ARCHIVED: ['conflict'],
  /** Only an archived company can be deleted. Archive it first. */
  ERR_COMPANY_NOT_ARCHIVED: ['conflict'],
  /** The company is being deleted and cannot be changed. */
  ERR_COMPANY_DELETING: ['conflict'],
  /** The due date has changed since the request was prepared. Reload, and decide from the new date. */
  ERR_DUE_DATE_CHANGED: ['conflict'],
  /** There is no plan with this id. Choose another plan. */
  ERR_NO_PLAN_FOUND: ['not-found'],
  /**
   * The company has reached the limits of its plan named in `details`. For one more of a kind, `values` has the kind (`of`)
   * and its limit (`count`). Delete something or choose a larger plan.
   */
  ERR_PLAN_LIMIT: ['payment-required'],
  /** Companies have this plan. Give them another plan first. */
  ERR_PLAN_IN_USE: ['conflict'],
  /** Another record has this name. Choose another name. */
  ERR_DUPLICATED_NAME: ['conflict'],
  /** There is no instance with this id. Choose another instance. */
  ERR_NO_INSTANCE_FOUND: ['not-found'],
  /** Companies are on this instance. Move them first. */
  ERR_INSTANCE_IN_USE: ['conflict'],
  /** There is no help video with this id. Reload the list. */
  ERR_NO_HELP_FOUND: ['not-found'],
  /** There is no announcement with this id that the caller may see. Reload the list. */
  ERR_NO_ANNOUNCEMENT_FOUND: ['not-found'],
  /** Neither the form nor `uploadId` brought a file, or the file is empty. Send a file. */
  ERR_NO_FILE: ['invalid'],
  /** The file is neither PNG nor JPEG. Choose another image. */
  ERR_IMAGE_TYPE: ['unprocessable'],
  /** The image is larger than 5 MB. Choose a smaller one. */
  ERR_IMAGE_TOO_LARGE: ['too-large'],
  /** There is no setting with this key. Check the key. */
  ERR_NO_SETTING_FOUND: ['not-found'],
  /** A retention period is outside the operator's bounds; `details` names it. Choose days within the bounds. */
  ERR_RETENTION_BOUNDS: ['invalid'],
} as const satisfies CodeKinds

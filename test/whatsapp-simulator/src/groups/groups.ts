import { randomInt } from 'node:crypto'
import * as z from 'zod'
import type { Companion } from '../companions/companions.ts'
import type { Database } from '../store/database.ts'

export type Group = z.infer<typeof groupRow> & { members: Member[] }

/** A member, with the account's other identity. Other people's companions never learn a hidden member's number. */
export type Member = z.infer<typeof member>

export type Rank = z.infer<typeof rank>

type Device = Pick<Companion, 'number' | 'device'>

/** All groups with their members, and which linked devices have which sender keys. */
export class Groups {
  #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Creates a group; `at` in milliseconds since 1970. Returns its id, `…@g.us`. */
  create(made: {
    subject: string
    owner: string
    addressing: 'lid' | 'pn'
    isCommunity: boolean
    at: number
  }): string {
    const id = `120363${String(randomInt(10 ** 12)).padStart(12, '0')}@g.us`
    const sql = `INSERT INTO chat_group VALUES
                 (:id, :subject, :at, '', :owner, :addressing, :at, 0, :isCommunity, 0)`
    this.#database.run(sql, { ...made, id, isCommunity: Number(made.isCommunity) })
    return id
  }

  find(id: string): Group | undefined {
    const found = this.#database.get(groupRow, 'SELECT * FROM chat_group WHERE id = :id', { id })
    return found && { ...found, members: this.#membersOf(id) }
  }

  list(): Group[] {
    const found = this.#database.all(groupRow, 'SELECT * FROM chat_group ORDER BY created_at, id', {})
    return found.map((group) => ({ ...group, members: this.#membersOf(group.id) }))
  }

  ofMember({ number }: { number: string }): Group[] {
    return this.list().filter(({ members }) => members.some((each) => each.number === number))
  }

  rename(id: string, subject: string, at: number): void {
    const sql = 'UPDATE chat_group SET subject = :subject, subject_at = :at WHERE id = :id'
    this.#database.run(sql, { id, subject, at })
  }

  /** Whether only admins may write. */
  setOnlyAdmins(id: string, onlyAdmins: boolean): void {
    const sql = 'UPDATE chat_group SET only_admins = :onlyAdmins WHERE id = :id'
    this.#database.run(sql, { id, onlyAdmins: Number(onlyAdmins) })
  }

  /** The timer of disappearing messages, in seconds; 0: messages stay. */
  setTimer(id: string, seconds: number): void {
    this.#database.run('UPDATE chat_group SET disappears_after = :seconds WHERE id = :id', { id, seconds })
  }

  describe(id: string, description: string): void {
    this.#database.run('UPDATE chat_group SET description = :description WHERE id = :id', { id, description })
  }

  addMember(id: string, { number, rank, hidden }: { number: string; rank: Rank; hidden: boolean }): void {
    this.#database.run(
      'INSERT INTO group_member (group_id, number, rank, hidden) VALUES (:id, :number, :rank, :hidden)',
      { id, number, rank, hidden: Number(hidden) },
    )
  }

  /** A member who returns gets all sender keys again. */
  removeMember(id: string, number: string): void {
    this.#database.run('DELETE FROM group_member WHERE group_id = :id AND number = :number', { id, number })
    this.#database.run('DELETE FROM sender_key_holder WHERE group_id = :id AND number = :number', {
      id,
      number,
    })
  }

  setRank(id: string, number: string, rank: Rank): void {
    const sql = 'UPDATE group_member SET rank = :rank WHERE group_id = :id AND number = :number'
    this.#database.run(sql, { id, number, rank })
  }

  /** Whether a linked device has the sender key of an author's phone in a group. */
  holdsSenderKey(id: string, author: string, { number, device }: Device): boolean {
    const sql = `SELECT 1 FROM sender_key_holder
                 WHERE group_id = :id AND author = :author AND number = :number AND device = :device`
    return this.#database.get(z.unknown(), sql, { id, author, number, device }) !== undefined
  }

  noteSenderKey(id: string, author: string, { number, device }: Device): void {
    const sql = 'INSERT OR IGNORE INTO sender_key_holder VALUES (:id, :author, :number, :device)'
    this.#database.run(sql, { id, author, number, device })
  }

  /** An account without WhatsApp is in no group. */
  #membersOf(id: string): Member[] {
    return this.#database.all(
      member,
      `SELECT group_member.number, lid, name, rank, hidden FROM group_member
       JOIN account ON account.number = group_member.number
       WHERE group_id = :id AND on_whatsapp = 1 ORDER BY seq`,
      { id },
    )
  }
}

export const isGroupId = (jid: string): boolean => jid.endsWith('@g.us')

export const memberOf = (group: Group, { number }: { number: string }): Member | undefined =>
  group.members.find((each) => each.number === number)

export const isAdmin = (member: Member | undefined): boolean =>
  member !== undefined && member.rank !== 'member'

const rank = z.enum(['member', 'admin', 'superadmin'])

const member = z.object({
  number: z.string(),
  lid: z.string(),
  name: z.string(),
  rank,
  hidden: z.number().transform(Boolean),
})

const groupRow = z
  .object({
    id: z.string(),
    subject: z.string(),
    subject_at: z.number(),
    description: z.string(),
    owner: z.string(),
    addressing: z.enum(['lid', 'pn']),
    created_at: z.number(),
    only_admins: z.number().transform(Boolean),
    is_community: z.number().transform(Boolean),
    disappears_after: z.number(),
  })
  .transform(({ subject_at, created_at, only_admins, is_community, disappears_after, ...rest }) => ({
    ...rest,
    subjectAt: subject_at,
    createdAt: created_at,
    onlyAdmins: only_admins,
    isCommunity: is_community,
    disappearsAfter: disappears_after,
  }))

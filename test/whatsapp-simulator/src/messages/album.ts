import { proto } from '@whiskeysockets/baileys'
import { compose, type FileWish, keyOf, type Place, type Wish } from './compose.ts'
import type { MessageWorld } from './world.ts'

/** Ids of an album's messages: the album itself, and its photos and videos in order. */
export type WrittenAlbum = { id: string; files: string[] }

/**
 * A person sends several photos and videos at once: first an `albumMessage` without files, which says how many to
 * expect, then each file as a message of its own that names the album's message. `send` sends a message to the place
 * and returns its id. The fields are those of Baileys' `albumParentKey`; some apps also wrap each file's message in an
 * `associatedChildMessage`, which is not simulated.
 */
export async function writeAlbum(
  simulation: MessageWorld,
  place: Place,
  {
    album,
    send,
  }: { album: Wish & { files: FileWish[] }; send: (message: proto.IMessage) => Promise<string> },
): Promise<WrittenAlbum> {
  const head = await compose(simulation, place, album)
  const contents: proto.IMessage[] = []
  for (const file of album.files) contents.push(await compose(simulation, place, file))
  const id = await send(head)
  const [written] = simulation.messages.withId(place.phone, id)
  if (!written) throw new Error(`the phone ${place.phone} lost its message ${id}`)
  const messageAssociation = { associationType: MEDIA_ALBUM, parentMessageKey: keyOf(simulation, written) }
  const files: string[] = []
  for (const content of contents)
    files.push(await send({ ...content, messageContextInfo: { messageAssociation } }))
  return { id, files }
}

const { MEDIA_ALBUM } = proto.MessageAssociation.AssociationType

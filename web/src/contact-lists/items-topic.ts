const ITEM_TOPIC = 'ContactListItem-'

/** The id of the contact list whose contacts a topic is about; undefined for another topic. */
export const listOfItems = (topic: string): string | undefined =>
  topic.startsWith(ITEM_TOPIC) ? topic.slice(ITEM_TOPIC.length) : undefined

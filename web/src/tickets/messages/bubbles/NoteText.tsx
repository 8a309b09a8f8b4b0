import { Mark } from '@mantine/core'
import type { InternalContent } from '@recado/shared/messages/content'
import { useQuery } from '@tanstack/react-query'
import { noteParts } from '../../notes/mentions.ts'
import { attendantsQuery } from '../../queries.ts'
import classes from './bubbles.module.css'
import { MessageText } from './MessageText.tsx'

type Note = Extract<InternalContent, { type: 'note' }>

/** A colleague's note, with its mentions highlighted. */
export function NoteText({ content: { text, mentions } }: { content: Note }) {
  const { data: attendants = [] } = useQuery(attendantsQuery)
  const mentioned = attendants.filter(({ id }) => mentions.includes(id))
  return (
    <span className={classes.text} dir="auto">
      {noteParts(text, mentioned).map((part, index) =>
        part.isMention ? (
          <Mark key={index} className={classes.mention}>
            {part.text}
          </Mark>
        ) : (
          <MessageText key={index} text={part.text} />
        ),
      )}
    </span>
  )
}

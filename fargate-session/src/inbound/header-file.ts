import type { proto } from '@whiskeysockets/baileys'

/** The parts that a business's message may have above its words. One of them at most is set. */
export type Header = Pick<proto.IMessage, 'imageMessage' | 'videoMessage' | 'documentMessage'>

/** The header of a business's template or message with buttons, with or without a file; undefined for other messages. */
export const headerOf = ({
  buttonsMessage,
  interactiveMessage,
  templateMessage,
  highlyStructuredMessage,
}: proto.IMessage): Header | undefined =>
  buttonsMessage ??
  interactiveMessage?.header ??
  templateHeader(templateMessage ?? highlyStructuredMessage?.hydratedHsm) ??
  undefined

const templateHeader = (template: proto.Message.ITemplateMessage | null | undefined) =>
  template?.hydratedTemplate ??
  template?.hydratedFourRowTemplate ??
  template?.interactiveMessageTemplate?.header

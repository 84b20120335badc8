import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../kernel/assert.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { asLast } from '../database/naming-driver.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { type MailBlock, sender } from './blocks.ts'

export interface NewMail {
  readonly to: { readonly address: string; readonly name?: string | null }
  /** Whom it is from, a plain name; the server’s own mails have none. */
  readonly sender?: string
  readonly subject: string
  readonly blocks: readonly MailBlock[]
}

const lineLengthMax = 200
const address = /^[^\s<>,;:"\p{Cc}]{1,64}@[^\s<>,;:"@\p{Cc}]{1,255}$/u

/**
 * Queues a mail in the caller's transaction, so it is sent after the commit or not at all. The body
 * is sealed for its row, because mails contain links that act as credentials.
 */
export async function queueMail(
  uow: UnitOfWork,
  keyring: Keyring,
  mail: NewMail,
): Promise<Id<'mail'>> {
  assert(address.test(mail.to.address), 'a mail goes to one well-formed address')
  const id = uow.newId('mail')
  const name = oneLine(mail.to.name ?? '')
  const blocks = mail.sender === undefined ? mail.blocks : [sender(mail.sender), ...mail.blocks]
  const insertion = uow.tx.insertInto('mail').values({
    id,
    recipient: mail.to.address,
    recipientName: name === '' ? null : name,
    subject: oneLine(mail.subject),
    body: keyring.seal(JSON.stringify(blocks), mailBinding(id)),
    createdAt: uow.now,
  })
  await uow.tx.executeQuery(asLast(insertion.compile()))
  uow.record({
    name: 'mail.queued',
    organizationId: null,
    object: { type: 'mail', id, version: 1 },
    payload: {},
  })
  return id
}

export const mailBinding = (id: Id<'mail'>): readonly string[] => ['mail', id]

/** Names and subjects contain user input: a line break would start another header. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, lineLengthMax)
}

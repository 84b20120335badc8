import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../kernel/assert.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { asLast } from '../database/naming-driver.ts'
import type { Work } from '../work.ts'
import type { MailBlock } from './blocks.ts'

export interface NewMail {
  readonly to: { readonly address: string; readonly name?: string | null }
  readonly subject: string
  readonly blocks: readonly MailBlock[]
}

const lineLengthMax = 200
const address = /^[^\s<>,;:"\p{Cc}]{1,64}@[^\s<>,;:"@\p{Cc}]{1,255}$/u

/**
 * Notes a mail in the transaction that it tells of; it leaves after the commit, or not at all.
 * The body is sealed for its row, because mails carry links that stand for a person.
 */
export async function queueMail(work: Work, keyring: Keyring, mail: NewMail): Promise<Id<'mail'>> {
  assert(address.test(mail.to.address), 'a mail goes to one well-formed address')
  const id = work.newId('mail')
  const name = oneLine(mail.to.name ?? '')
  const insertion = work.tx.insertInto('mail').values({
    id,
    recipient: mail.to.address,
    recipientName: name === '' ? null : name,
    subject: oneLine(mail.subject),
    body: keyring.seal(JSON.stringify(mail.blocks), mailBinding(id)),
    createdAt: work.now,
  })
  await work.tx.executeQuery(asLast(insertion.compile()))
  work.record({
    name: 'mail.queued',
    organizationId: null,
    object: { type: 'mail', id, version: 1 },
    payload: {},
  })
  return id
}

export const mailBinding = (id: Id<'mail'>): readonly string[] => ['mail', id]

/** Names and subjects hold what people typed: a line break there would begin another header. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, lineLengthMax)
}

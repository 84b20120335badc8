import { emailAddress } from '@guildhall/contract/identity/email-address'
import type { ToldProfile } from './provider.ts'

/** Who somebody is at a provider, in a form that we can keep. */
export interface Profile {
  /** With the provider it is the identity; an address never is. */
  readonly subject: string
  /** In lower case. */
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string | null
  readonly image: string | null
}

const subjectLengthMax = 255
const nameLengthMax = 200
const imageLengthMax = 2048

/** Null where the provider didn't say who this is. */
export function profileOf(told: ToldProfile | null): Profile | null {
  const subject = subjectOf(told?.subject)
  if (told === null || subject === null) return null
  const email = emailOf(told.email)
  return {
    subject,
    email,
    emailVerified: email !== null && isTrue(told.emailVerified),
    name: nameOf(told.name),
    image: imageOf(told.image),
  }
}

function subjectOf(told: unknown): string | null {
  const text = Number.isSafeInteger(told) ? String(told) : told
  const isUsable = typeof text === 'string' && /^[^\s\p{Cc}]+$/u.test(text)
  return isUsable && text.length <= subjectLengthMax ? text : null
}

/** Apple writes truths as text. */
const isTrue = (told: unknown): boolean => told === true || told === 'true'

function emailOf(told: unknown): string | null {
  const read = emailAddress.safeParse(typeof told === 'string' ? told.trim() : undefined)
  return read.success ? read.data : null
}

function nameOf(told: unknown): string | null {
  if (typeof told !== 'string') return null
  const line = told.replace(/[\s\p{Cc}\p{Surrogate}]+/gu, ' ').trim()
  return line === '' ? null : line.slice(0, nameLengthMax).replace(/\p{Surrogate}$/u, '')
}

function imageOf(told: unknown): string | null {
  if (typeof told !== 'string' || told.length > imageLengthMax) return null
  return /^https?:\/\/[^\s\p{Cc}\p{Surrogate}]+$/u.test(told) ? told : null
}

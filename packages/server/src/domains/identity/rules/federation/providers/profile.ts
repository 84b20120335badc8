import { emailAddress } from '@guildhall/contract/identity/email-address'
import type { RawProfile } from './provider.ts'

/** A person's profile at a provider, validated for storage. */
export interface Profile {
  /** Together with the provider this is the identity; an email address never is. */
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

/** Null if the provider didn't name a usable subject. */
export function profileOf(raw: RawProfile | null): Profile | null {
  const subject = subjectOf(raw?.subject)
  if (raw === null || subject === null) return null
  const email = emailOf(raw.email)
  return {
    subject,
    email,
    emailVerified: email !== null && isTrue(raw.emailVerified),
    name: nameOf(raw.name),
    image: imageOf(raw.image),
  }
}

function subjectOf(raw: unknown): string | null {
  const text = Number.isSafeInteger(raw) ? String(raw) : raw
  const isUsable = typeof text === 'string' && /^[^\s\p{Cc}]+$/u.test(text)
  return isUsable && text.length <= subjectLengthMax ? text : null
}

/** Apple sends booleans as text. */
const isTrue = (raw: unknown): boolean => raw === true || raw === 'true'

function emailOf(raw: unknown): string | null {
  const read = emailAddress.safeParse(typeof raw === 'string' ? raw.trim() : undefined)
  return read.success ? read.data : null
}

function nameOf(raw: unknown): string | null {
  if (typeof raw !== 'string') return null
  const line = raw.replace(/[\s\p{Cc}\p{Surrogate}]+/gu, ' ').trim()
  return line === '' ? null : line.slice(0, nameLengthMax).replace(/\p{Surrogate}$/u, '')
}

function imageOf(raw: unknown): string | null {
  if (typeof raw !== 'string' || raw.length > imageLengthMax) return null
  return /^https?:\/\/[^\s\p{Cc}\p{Surrogate}]+$/u.test(raw) ? raw : null
}

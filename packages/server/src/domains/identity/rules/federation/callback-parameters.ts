import { at, joined } from './providers/json-path.ts'

/** The parameters of an OAuth callback. */
export interface CallbackParameters {
  readonly code: string | null
  readonly state: string | null
  readonly error: string | null
  readonly errorDescription: string | null
  readonly issuer: string | null
  readonly deviceId: string | null
  readonly formName: string | null
}

const names = ['code', 'state', 'error', 'error_description', 'iss', 'device_id', 'user'] as const

type Raw = { readonly [N in (typeof names)[number]]?: unknown }

const lengthMax = 4096
const descriptionLengthMax = 200
const errorShape = /^[\w.-]{1,64}$/

/** Null if a parameter is repeated, not text, or too long. */
export function readCallback(raw: Raw): CallbackParameters | null {
  const texts = names.map((name) => raw[name] ?? '')
  if (!texts.every((text) => typeof text === 'string' && text.length <= lengthMax)) return null
  const text = (name: keyof Raw) => {
    const value = raw[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const error = text('error')
  if (error !== null && !errorShape.test(error)) return null
  return {
    code: text('code'),
    state: text('state'),
    error,
    errorDescription: text('error_description')?.slice(0, descriptionLengthMax) ?? null,
    issuer: text('iss'),
    deviceId: text('device_id'),
    formName: nameIn(text('user')),
  }
}

function nameIn(user: string | null): string | null {
  const name = at(parsed(user ?? ''), 'name')
  return joined(at(name, 'firstName'), at(name, 'lastName'))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/**
 * A posted form as a query, so that the browser can repeat it by GET with its cookies. Apple's
 * `user` is reduced to the name, because an email address must not appear in a URL.
 */
export function callbackQuery(raw: Raw): string {
  const query = new URLSearchParams()
  for (const name of names) {
    const value = raw[name]
    if (name !== 'user' && typeof value === 'string' && value !== '') query.set(name, value)
  }
  const name = at(parsed(typeof raw.user === 'string' ? raw.user : ''), 'name')
  const [firstName, lastName] = [at(name, 'firstName'), at(name, 'lastName')]
  if (joined(firstName, lastName) !== null) {
    query.set('user', JSON.stringify({ name: { firstName, lastName } }))
  }
  return query.toString()
}

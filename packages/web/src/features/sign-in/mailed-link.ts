import { isRecord, Refused, request } from '#/lib/request.ts'

/** What the address of the page says about the mailed link. */
export interface MailedLink {
  token: string
  /** Where the visitor goes afterwards; the server checks it. */
  callbackURL: string | null
}

export function mailedLinkIn(search: string): MailedLink | null {
  const parameters = new URLSearchParams(search)
  const token = parameters.get('token')
  return token === null ? null : { token, callbackURL: parameters.get('callbackURL') }
}

/** What opening the link would do. */
export interface LinkEffect {
  email: string
  newEmail: string | null
  isDone: boolean
  endsAccess: boolean
  hasPassword: boolean
}

/** Null for a link without an effect: the browser leaves for the page that says why. */
export async function openMailedLink(link: MailedLink): Promise<LinkEffect | null> {
  const path = '/api/auth/describe-email-link'
  const answer = await request({ method: 'POST', path, body: bodyOf(link) })
  if (isEffect(answer) && !answer.isDone) return answer
  const error = isRecord(answer) && typeof answer['error'] === 'string' ? answer['error'] : null
  leaveFor(error === null ? pageAfter(link) : pageAfterError(link, error))
  return null
}

/** The page is replaced, so that going back doesn’t open the used link again. */
export function leaveFor(page: string): void {
  window.location.replace(page)
}

/** Without the session of the account, it is opened with the password, or ends earlier access. */
type Proof = { password: string } | { endAccess: true } | Record<never, never>

export async function confirmLink(link: MailedLink, proof: Proof): Promise<void> {
  const body = { ...bodyOf(link), ...proof }
  await request({ method: 'POST', path: '/api/auth/verify-email', body })
}

function bodyOf({ token, callbackURL }: MailedLink) {
  return { token, ...(callbackURL !== null && { callbackURL }) }
}

/** Where the visitor goes once the address is confirmed. */
export function pageAfter({ callbackURL }: MailedLink): string {
  return callbackURL ?? '/verify-email?verified=1'
}

/** Null for a failure that another try may get past. */
export function pageAfterRefusal(link: MailedLink, error: unknown): string | null {
  const isOver = error instanceof Refused && linkRefusals.has(error.code)
  return isOver ? pageAfterError(link, error.code.toLowerCase()) : null
}

function pageAfterError({ callbackURL }: MailedLink, error: string): string {
  const page = new URL(callbackURL ?? '/verify-email', window.location.origin)
  page.searchParams.set('error', error)
  return page.href
}

const linkRefusals: ReadonlySet<string> = new Set([
  'INVALID_TOKEN',
  'TOKEN_EXPIRED',
  'USER_NOT_FOUND',
  'UNAUTHORIZED',
  'COULDNT_UPDATE_YOUR_EMAIL',
])

function isEffect(answer: unknown): answer is LinkEffect {
  return isRecord(answer) && typeof answer['email'] === 'string' && 'endsAccess' in answer
}

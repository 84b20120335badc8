import { Refused, Unreachable } from '../../lib/request.ts'
import type { AccessTokenDraft } from './access-tokens-view.ts'
import type { TokenWish } from './token-form.tsx'

/** Does what needs a fresh session, or asks who it is first; the draft survives a way elsewhere. */
export type RunFresh = (
  delicate: { label: string; act: () => Promise<void> },
  draft: AccessTokenDraft,
) => Promise<void>

/** What went wrong is for the form, which knows its fields. */
export async function runFresh(run: RunFresh, ...asked: Parameters<RunFresh>): Promise<void> {
  try {
    await run(...asked)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null
    throw cause instanceof Refused || cause instanceof Unreachable ? cause : error
  }
}

export const draftOf = ({ name, scopes, expires }: TokenWish): AccessTokenDraft => ({
  ...(name && { name }),
  ...(scopes.length > 0 && { scopes: scopes.join(',') }),
  expires,
})

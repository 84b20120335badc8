import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useState } from 'react'
import { failureWords } from '../../lib/failure-words.ts'
import { request } from '../../lib/request.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { returnAddress } from './return-address.ts'

interface SocialButtonsProps {
  providers: SignInOptions['providers']
  /** Where to come back to when it went wrong: this page. */
  path: '/sign-in' | '/sign-up'
}

/** The other ways in, and a line between them and the password. */
export function SocialButtons({ providers, path }: SocialButtonsProps) {
  const [leavingFor, setLeavingFor] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  if (providers.length === 0) return null
  const go = async (provider: string) => {
    setLeavingFor(provider)
    setFailure(null)
    try {
      window.location.assign(await authorizationUrl(provider, path))
    } catch (error) {
      setLeavingFor(null)
      setFailure(failureWords(error))
    }
  }
  return (
    <div className="grid gap-4.5">
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
      <div className={`grid gap-2.5 ${providers.length > 1 ? 'grid-cols-2' : ''}`}>
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            size="l"
            aria-label={`Continue with ${name}`}
            loading={leavingFor === id}
            disabled={leavingFor !== null && leavingFor !== id}
            onClick={() => go(id)}
          >
            <span className="truncate">{name}</span>
          </Button>
        ))}
      </div>
      <div className="flex items-center gap-3 text-xs text-ink-3" aria-hidden="true">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
    </div>
  )
}

/** Absolute addresses of our own: what `next` may hold is more than the wire takes as a path. */
async function authorizationUrl(provider: string, path: string): Promise<string> {
  const { origin, search } = window.location
  const next = returnAddress(search, origin)
  const answer = await request({
    method: 'POST',
    path: '/api/auth/sign-in/social',
    body: {
      provider,
      callbackURL: `${origin}${next}`,
      errorCallbackURL: `${origin}${path}?${new URLSearchParams({ next })}`,
      requestSignUp: path === '/sign-up',
    },
  })
  const url = typeof answer === 'object' && answer !== null && 'url' in answer ? answer.url : null
  if (typeof url === 'string') return url
  throw new Error('The server named no address to go to.')
}

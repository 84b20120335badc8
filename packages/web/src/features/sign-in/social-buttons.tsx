import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { request } from '#/lib/request.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { returnAddress } from './return-address.ts'

interface SocialButtonsProps {
  providers: SignInOptions['providers']
  /** Where failures return to: this page. */
  path: '/sign-in' | '/sign-up'
}

/** Buttons for the configured providers, above the password form. */
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
      setFailure(failureMessage(error))
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

/** Absolute URLs of this origin, because `next` may contain more than the API accepts as a path. */
async function authorizationUrl(provider: string, path: string): Promise<string> {
  const { origin, search } = window.location
  const next = returnAddress(search)
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
  throw new Error('The server returned no URL to continue to.')
}

import { signInSocial } from '@guildhall/contract/identity/social'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery } from '#/entities/account/session.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Dialog } from '#/ui/dialog.tsx'
import { type LinkedAccount, optionsQuery } from './account-queries.ts'

interface SignInAgainProps {
  linked: readonly LinkedAccount[]
  /** Where the provider returns after a new sign-in. */
  returnPath: string
  onClose: () => void
}

/** For users without a password: signing in with a provider again makes the session fresh. */
export function SignInAgain({ linked, returnPath, onClose }: SignInAgainProps) {
  const { data: options } = useQuery(optionsQuery)
  const { data: session } = useQuery(sessionQuery)
  const [leavingFor, setLeavingFor] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const known = linked.map(({ providerId }) => providerId)
  const providers = options?.providers.filter(({ id }) => known.includes(id)) ?? []
  const leave = async (provider: string) => {
    setLeavingFor(provider)
    setFailure(null)
    try {
      window.location.assign(await wayOut(provider, returnPath, session?.user.email))
    } catch (error) {
      setLeavingFor(null)
      setFailure(failureMessage(error))
    }
  }
  return (
    <Dialog
      open
      title="Confirm it’s you"
      description={
        providers.length === 0
          ? 'You signed in a while ago with a service that is no longer available here. Set a password by email, then sign in with it.'
          : 'You signed in a while ago. Sign in again to continue.'
      }
      onOpenChange={onClose}
    >
      <div className="grid gap-2.5">
        {failure && <Banner tone="bad">{failure}</Banner>}
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            wide
            variant="primary"
            loading={leavingFor === id}
            disabled={leavingFor !== null && leavingFor !== id}
            onClick={() => leave(id)}
          >
            Continue with {name}
          </Button>
        ))}
        {providers.length === 0 && (
          <a href="/forgot-password" className={buttonClasses({ variant: 'primary', wide: true })}>
            Set a password by email
          </a>
        )}
      </div>
    </Dialog>
  )
}

async function wayOut(
  provider: string,
  returnPath: string,
  loginHint: string | undefined,
): Promise<string> {
  const { origin, pathname } = window.location
  const answer = await api.call(signInSocial, {
    body: {
      provider,
      callbackURL: `${origin}${returnPath}`,
      errorCallbackURL: `${origin}${pathname}`,
      ...(loginHint !== undefined && { loginHint }),
    },
  })
  if ('url' in answer) return answer.url
  throw new Error('The server returned no URL to continue to.')
}

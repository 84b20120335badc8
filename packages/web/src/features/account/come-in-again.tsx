import { signInSocial } from '@guildhall/contract/identity/social'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { failureWords } from '../../lib/failure-words.ts'
import { sessionQuery } from '../../lib/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { type LinkedAccount, optionsQuery } from './account-queries.ts'

interface ComeInAgainProps {
  linked: readonly LinkedAccount[]
  /** Where the browser comes back to, signed in anew. */
  returnPath: string
  onClose: () => void
}

/** For who has no password: signing in by a provider once more makes a session fresh. */
export function ComeInAgain({ linked, returnPath, onClose }: ComeInAgainProps) {
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
      setFailure(failureWords(error))
    }
  }
  return (
    <Dialog
      open
      title="Is it still you?"
      description={
        providers.length === 0
          ? 'You signed in a while ago, and the service you came by isn’t set up here any more. Set a password by mail, then sign in with it.'
          : 'You signed in a while ago. Sign in once more, and you come back here to go on.'
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
          <a href="/forgot-password" className={buttonLook({ variant: 'primary', wide: true })}>
            Set a password by mail
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
  throw new Error('The server named no address to go to.')
}

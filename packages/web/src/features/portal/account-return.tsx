import { connectOAuthAccount, oauthPlatforms } from '@guildhall/contract/portal/oauth-accounts'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Platform, platformNames } from '#/entities/benefit/external-platform.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type Shop, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'
import { useConnectAccount } from './use-connect-account.ts'

/** Connects the account that the customer has just shown at a service, and says how that went. */
export function AccountReturn({ shop }: { shop: Shop }) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const { isLeaving, connect } = useConnectAccount(shop)
  const [shown, setShown] = useState<{ platform: Platform; failure: string | null } | null>(null)
  const finish = useEffectEvent(async (returned: Returned) => {
    const { platform, body } = returned
    const name = platformNames[platform]
    if (body === null) return setShown({ platform, failure: unshown(returned) })
    setShown({ platform, failure: null })
    try {
      const account = await change(() => api.call(connectOAuthAccount, { body }))
      setShown(null)
      toast({ title: `${name} account ${account.accountUsername} connected` })
    } catch (error) {
      setShown({ platform, failure: failureMessage(error) })
    }
  })
  useEffect(() => {
    const returned = takeReturned()
    if (returned !== null) void finish(returned)
  }, [])
  if (shown === null) return null
  const { platform, failure } = shown
  const name = platformNames[platform]
  if (failure === null) return <Banner>Connecting your {name} account…</Banner>
  return (
    <Banner
      tone="bad"
      title={`Your ${name} account isn’t connected.`}
      action={
        <Button size="s" loading={isLeaving} onClick={() => void connect(platform)}>
          Try again
        </Button>
      }
    >
      {failure}
    </Banner>
  )
}

interface Returned {
  platform: Platform
  /** Null if the service has confirmed no account. */
  body: { state: string; code: string } | null
  error: string | null
}

/** What the service sent back in the URL, from which it is removed because it works once. */
function takeReturned(): Returned | null {
  const { hash, pathname, search } = window.location
  const result = new URLSearchParams(hash.slice(1))
  const platform = oauthPlatforms.find((one) => one === result.get('platform'))
  if (platform === undefined) return null
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  const [state, code] = [result.get('state'), result.get('code')]
  const body = state === null || code === null ? null : { state, code }
  return { platform, body, error: result.get('error') }
}

const unshown = ({ platform, error }: Returned): string =>
  error === 'access_denied'
    ? 'Access was denied.'
    : `${platformNames[platform]} did not confirm the account.`

import { connectOAuthAccount, oauthPlatforms } from '@guildhall/contract/portal/oauth-accounts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Platform, platformNames } from '#/entities/benefit/external-platform.ts'
import { Explained, failureMessage } from '#/lib/failure-message.ts'
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
  const { mutate, variables, error } = useMutation({
    mutationFn: async ({ body, ...returned }: Returned) => {
      if (body === null) throw new Explained(unshown(returned))
      return change(() => api.call(connectOAuthAccount, { body }))
    },
    // A toast, because a banner would move the page under what is about to be selected.
    onMutate: ({ platform, body }) => {
      if (body !== null) toast({ title: `Connecting your ${platformNames[platform]} account…` })
    },
    onSuccess: ({ platform, accountUsername }) =>
      toast({ title: `${platformNames[platform]} account ${accountUsername} connected` }),
  })
  const finish = useEffectEvent((returned: Returned) => mutate(returned))
  useEffect(() => {
    const returned = takeReturned()
    if (returned !== null) finish(returned)
  }, [])
  if (variables === undefined || error === null) return null
  const { platform } = variables
  const name = platformNames[platform]
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
      {failureMessage(error)}
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

const unshown = ({ platform, error }: Omit<Returned, 'body'>): string =>
  error === 'access_denied'
    ? 'Access was denied.'
    : `${platformNames[platform]} did not confirm the account.`

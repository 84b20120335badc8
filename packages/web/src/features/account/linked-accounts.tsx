import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { linkSocial } from '@guildhall/contract/identity/social'
import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import LinkIcon from 'lucide-react/icons/link-2'
import { useState } from 'react'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Link } from '#/ui/link.tsx'
import { Time } from '#/ui/time.tsx'
import { useToast } from '#/ui/toast.tsx'
import { linkedAccountsQuery, passwordProvider } from './account-queries.ts'
import { DisconnectButton } from './disconnect-button.tsx'
import { type SignInMethod, signInMethods } from './sign-in-methods.ts'

interface LinkedAccountsProps {
  options: SignInOptions
  /** The ID of the account whose disconnect dialog opens initially. */
  disconnect: string | undefined
}

export function LinkedAccounts({ options, disconnect }: LinkedAccountsProps) {
  const { data: linked, error } = useQuery(linkedAccountsQuery)
  const ways = linked === undefined ? null : signInMethods(linked, options)
  return (
    <div className="grid gap-3">
      <Card flush title="Sign-in methods">
        <Entries
          count={ways?.length ?? null}
          failure={error === null ? null : failureMessage(error)}
          empty="No sign-in methods."
        >
          {ways?.map((way) => (
            <Way key={way.account?.id ?? way.providerId} way={way} disconnect={disconnect} />
          ))}
        </Entries>
      </Card>
      <p className="px-1 text-s text-ink-2">
        {options.providers.length === 0 && 'No other services are available on this server.'}
        {ways?.some(isOnlyMethod) && <OnlyMethodHint />}
      </p>
    </div>
  )
}

/** Passwords can’t be disconnected anyway, so they need no explanation. */
function isOnlyMethod({ account, isRemovable, providerId }: SignInMethod): boolean {
  return account !== null && !isRemovable && providerId !== passwordProvider
}

function OnlyMethodHint() {
  return (
    <>
      You can’t disconnect your only sign-in method. Connect another one first, or{' '}
      <Link href="/account/password">set a password</Link>.
    </>
  )
}

interface WayProps {
  way: SignInMethod
  disconnect: string | undefined
}

function Way({ way, disconnect }: WayProps) {
  const { account, providerId, name, isRemovable } = way
  const isPassword = providerId === passwordProvider
  return (
    <Entry
      icon={isPassword ? <KeyRound /> : <LinkIcon />}
      title={name}
      badge={account !== null && !isPassword && <Badge tone="good">connected</Badge>}
      action={<Action way={way} disconnect={disconnect} />}
    >
      {account ? (
        <>
          <span>
            since <Time at={account.createdAt} />
          </span>
          {!isRemovable && <span>only sign-in method</span>}
        </>
      ) : (
        <span>not connected</span>
      )}
    </Entry>
  )
}

function Action({ way: { account, providerId, name, isRemovable }, disconnect }: WayProps) {
  if (account === null) return <ConnectButton providerId={providerId} name={name} />
  if (providerId === passwordProvider) {
    return (
      <Link href="/account/password" className="text-s">
        Change
      </Link>
    )
  }
  const isAsked = account.id === disconnect
  return (
    <DisconnectButton account={account} name={name} isRemovable={isRemovable} isAsked={isAsked} />
  )
}

interface ConnectButtonProps {
  providerId: string
  name: string
}

/** Redirects to the provider, which returns to this page. */
function ConnectButton({ providerId, name }: ConnectButtonProps) {
  const [isLeaving, setLeaving] = useState(false)
  const toast = useToast()
  const connect = async () => {
    setLeaving(true)
    try {
      const page = `${window.location.origin}/account/linked-accounts`
      const { url } = await api.call(linkSocial, {
        body: {
          provider: providerId,
          callbackURL: `${page}?${new URLSearchParams({ connected: providerId })}`,
          errorCallbackURL: page,
        },
      })
      window.location.assign(url)
    } catch (error) {
      setLeaving(false)
      toast({ tone: 'bad', title: `${name} isn’t connected`, description: failureMessage(error) })
    }
  }
  return (
    <Button size="s" loading={isLeaving} onClick={connect}>
      Connect<span className="sr-only"> {name}</span>
    </Button>
  )
}

import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import LinkIcon from 'lucide-react/icons/link-2'
import { failureWords } from '../../lib/failure-words.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Entries, Entry } from '../../ui/entries.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { linkedAccountsQuery, passwordProvider } from './account-queries.ts'
import { ConnectButton } from './connect-button.tsx'
import { DisconnectButton } from './disconnect-button.tsx'
import { type WayIn, waysIn } from './ways-in.ts'

interface LinkedAccountsProps {
  options: SignInOptions
  /** Whose disconnection is asked about at once, by the id of the account. */
  disconnect: string | undefined
}

export function LinkedAccounts({ options, disconnect }: LinkedAccountsProps) {
  const { data: linked, error } = useQuery(linkedAccountsQuery)
  const ways = linked === undefined ? null : waysIn(linked, options)
  return (
    <div className="grid gap-3">
      <Card flush title="How you sign in">
        <Entries
          count={ways?.length ?? null}
          failure={error === null ? null : failureWords(error)}
          empty="There is no way to sign in."
        >
          {ways?.map((way) => (
            <Way key={way.account?.id ?? way.providerId} way={way} disconnect={disconnect} />
          ))}
        </Entries>
      </Card>
      <p className="px-1 text-s text-ink-2">
        {options.providers.length === 0 && 'No other service is set up on this server.'}
        {ways?.some(isLastOfItsKind) && <WhyItStays />}
      </p>
    </div>
  )
}

/** A password can't be disconnected anyway, so of that there is nothing to explain. */
function isLastOfItsKind({ account, isSpare, providerId }: WayIn): boolean {
  return account !== null && !isSpare && providerId !== passwordProvider
}

function WhyItStays() {
  return (
    <>
      Your only way to sign in can’t be disconnected: you would be locked out. Connect another one
      first, or <Link href="/account/password">set a password</Link>.
    </>
  )
}

interface WayProps {
  way: WayIn
  disconnect: string | undefined
}

function Way({ way, disconnect }: WayProps) {
  const { account, providerId, name, isSpare } = way
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
          {!isSpare && <span>your only way in</span>}
        </>
      ) : (
        <span>not connected</span>
      )}
    </Entry>
  )
}

function Action({ way: { account, providerId, name, isSpare }, disconnect }: WayProps) {
  if (account === null) return <ConnectButton providerId={providerId} name={name} />
  if (providerId === passwordProvider) {
    return (
      <Link href="/account/password" className="text-s">
        Change
      </Link>
    )
  }
  const isAsked = account.id === disconnect
  return <DisconnectButton account={account} name={name} isSpare={isSpare} isAsked={isAsked} />
}

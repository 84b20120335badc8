import { endPortalSession } from '@guildhall/contract/portal/session'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { apiWith } from '#/lib/api.ts'
import { readClock } from '#/lib/clock.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { createQueryClient } from '#/lib/query-client.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Logo } from '#/ui/logo.tsx'
import { NowContext } from '#/ui/use-now.ts'
import { AccountReturn } from './account-return.tsx'
import { Benefits } from './benefits.tsx'
import { BillingDetails } from './billing-details.tsx'
import { ConnectedAccounts } from './connected-accounts.tsx'
import { Credit } from './credit.tsx'
import { Credits } from './credits.tsx'
import { EmailAddress } from './email-address.tsx'
import { SignIn } from './forms.tsx'
import {
  forgetToken,
  keepToken,
  keptToken,
  onSignOut,
  shareSession,
  signOut,
} from './kept-session.ts'
import { Opening } from './opening.tsx'
import { Orders } from './orders.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import { PortalFrame } from './portal-frame.tsx'
import { type SessionFacts, type Shop, sessionQuery } from './portal-queries.ts'
import { PortalSessionProvider, usePortal } from './portal-session.tsx'
import { ProveAddress } from './prove-address.tsx'
import { PurchasedSubscription, Subscriptions } from './subscriptions.tsx'
import { Usage } from './usage.tsx'

interface PortalPageProps {
  shop: Shop
}

/** The page of a customer’s purchases and payment methods. */
export function PortalPage({ shop }: PortalPageProps) {
  const { slug } = shop.organization
  const [token, setToken] = useState(() => keptToken(slug, readClock()))
  const [isOver, setOver] = useState(false)
  // Separate from what visitors see.
  const [queries] = useState(() =>
    createQueryClient(() => {
      setOver(true)
      setToken((ended) => {
        if (ended !== null) forgetToken(slug, ended)
        return null
      })
    }),
  )
  const close = useCallback(() => {
    setToken(null)
    queries.clear()
  }, [queries])
  const leave = useCallback(() => {
    signOut(slug, readClock())
    close()
    if (token !== null) endSession(token)
  }, [slug, close, token])
  useEffect(() => onSignOut(slug, close), [slug, close])
  const enter = (fresh: string) => {
    keepToken(slug, fresh, readClock())
    setOver(false)
    // The new session may show more, or another customer.
    queries.clear()
    setToken(fresh)
  }
  return (
    <>
      <title>{`${shop.organization.name} · Your purchases`}</title>
      {token === null ? (
        <PortalFrame>
          <PortalHeader shop={shop} />
          <SignIn shop={shop} isOver={isOver} onEntered={enter} />
        </PortalFrame>
      ) : (
        <QueryClientProvider key={token} client={queries}>
          <PortalSessionProvider token={token}>
            <Opening>
              <PortalFrame>
                <PortalHeader shop={shop} leave={leave} />
                <Portal shop={shop} onEntered={enter} />
              </PortalFrame>
            </Opening>
          </PortalSessionProvider>
        </QueryClientProvider>
      )}
    </>
  )
}

/** Without an answer the session is over here alone, and at the server within its hour. */
function endSession(token: string): void {
  apiWith(token)
    .call(endPortalSession, {})
    .catch(() => {})
}

interface PortalHeaderProps extends PortalPageProps {
  leave?: () => void
}

function PortalHeader({ shop: { organization }, leave }: PortalHeaderProps) {
  const { name, avatarUrl } = organization
  return (
    <header className="flex min-h-16 items-center justify-between gap-4">
      <p className="flex min-w-0 items-center gap-2.5 font-semibold">
        {avatarUrl ? <Avatar square name={name} src={avatarUrl} /> : <Logo name={name} />}
        <span className="min-w-0 wrap-anywhere">{name}</span>
      </p>
      {leave && (
        <Button size="s" variant="ghost" onClick={leave}>
          Sign out
        </Button>
      )}
    </header>
  )
}

interface PortalProps extends PortalPageProps {
  onEntered: (token: string) => void
}

function Portal({ shop, onEntered }: PortalProps) {
  const { api, token } = usePortal()
  const { data: session, error } = useQuery(sessionQuery(api))
  const { slug } = shop.organization
  useEffect(() => {
    if (session === undefined) return
    const { expiresAt, checkoutId } = session
    shareSession(slug, { token, expiresAt, isWhole: checkoutId === null }, readClock())
  }, [slug, token, session])
  return (
    <main id="main" tabIndex={-1} className="grid content-start gap-5 outline-none">
      <div className="pb-1">
        <h1 className="text-title">
          {session?.checkoutId == null ? 'Your purchases' : 'Your purchase'}
        </h1>
        <p className="min-h-6 text-ink-2">{session?.email && `As ${session.email}`}</p>
      </div>
      {error && <Banner tone="bad">{failureMessage(error)}</Banner>}
      {session && (
        <NowContext value={session.frozenAt}>
          {session.checkoutId === null ? (
            <Everything shop={shop} />
          ) : (
            <Purchase shop={shop} session={session} onEntered={onEntered} />
          )}
        </NowContext>
      )}
    </main>
  )
}

function Everything({ shop }: PortalPageProps) {
  return (
    <>
      <AccountReturn shop={shop} />
      <Subscriptions shop={shop} />
      <Usage />
      <Credits shop={shop} />
      <Benefits shop={shop} isProved />
      <ConnectedAccounts shop={shop} />
      <Credit />
      <PaymentMethods shop={shop} />
      <Orders checkoutId={null} />
      <BillingDetails />
      <EmailAddress />
    </>
  )
}

interface PurchaseProps extends PortalProps {
  session: SessionFacts
}

/** A buyer who only typed the address sees what they bought. */
function Purchase({ shop, session: { email, checkoutId }, onEntered }: PurchaseProps) {
  return (
    <>
      <PurchasedSubscription />
      <Benefits shop={shop} isProved={false} />
      <Orders checkoutId={checkoutId} />
      {email !== null && <ProveAddress shop={shop} email={email} onEntered={onEntered} />}
    </>
  )
}

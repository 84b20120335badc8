import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { createQueryClient } from '#/lib/query-client.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { Button } from '#/ui/button.tsx'
import { Logo } from '#/ui/logo.tsx'
import { BillingDetails } from './billing-details.tsx'
import { forgetToken, keepToken, keptToken } from './kept-token.ts'
import { Orders } from './orders.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import { customerQuery, type Shop } from './portal-queries.ts'
import { PortalSessionProvider, usePortal } from './portal-session.tsx'
import { SignIn } from './sign-in.tsx'
import { Subscriptions } from './subscriptions.tsx'

interface PortalPageProps {
  shop: Shop
}

/** The page of a customer’s purchases and payment methods. */
export function PortalPage({ shop }: PortalPageProps) {
  const { slug } = shop.organization
  const [token, setToken] = useState(() => keptToken(slug))
  const [isOver, setOver] = useState(false)
  const leave = useCallback(() => {
    forgetToken(slug)
    setToken(null)
  }, [slug])
  const enter = (fresh: string) => {
    keepToken(slug, fresh)
    setOver(false)
    setToken(fresh)
  }
  // Separate from the dashboard’s session and cache.
  const [queries] = useState(() =>
    createQueryClient(() => {
      setOver(true)
      leave()
    }),
  )
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-180 grid-rows-[auto_1fr] px-5 pb-10">
      <title>{`${shop.organization.name} · Your purchases`}</title>
      {token === null ? (
        <>
          <PortalHeader shop={shop} />
          <SignIn shop={shop} isOver={isOver} onEntered={enter} />
        </>
      ) : (
        <QueryClientProvider client={queries}>
          <PortalSessionProvider token={token} leave={leave}>
            <PortalHeader shop={shop} leave={leave} />
            <Portal shop={shop} />
          </PortalSessionProvider>
        </QueryClientProvider>
      )}
    </div>
  )
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
          Leave
        </Button>
      )}
    </header>
  )
}

function Portal({ shop }: PortalPageProps) {
  const { api } = usePortal()
  const { data: customer } = useQuery(customerQuery(api))
  return (
    <main id="main" tabIndex={-1} className="grid content-start gap-5 outline-none">
      <div className="pb-1">
        <h1 className="text-title">Your purchases</h1>
        <p className="min-h-6 text-ink-2">{customer && `As ${customer.email}`}</p>
      </div>
      <Subscriptions shop={shop} />
      <PaymentMethods shop={shop} />
      <Orders />
      <BillingDetails />
    </main>
  )
}

import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Link } from '#/ui/link.tsx'
import { Spinner } from '#/ui/spinner.tsx'
import { Column } from './column.tsx'
import type { Outcome } from './confirming.tsx'
import { GrantedList } from './granted-list.tsx'
import { portalOf } from './portal.ts'
import { SellerName } from './seller-name.tsx'
import { successDestination } from './success-url.ts'
import { settledSums } from './totals.ts'
import { TotalsCard } from './totals-card.tsx'
import { useLeaving } from './use-leaving.ts'
import type { Checkout } from './wire.ts'

interface SuccessProps {
  secret: string
  checkout: Checkout
  /** Null if the page was opened after the purchase. */
  outcome: Outcome | null
}

/** The result of a purchase. */
export function Success({ secret, checkout, outcome }: SuccessProps) {
  const orderId = outcome?.orderId ?? null
  const isLeaving = useLeaving(secret, checkout, outcome !== null)
  const { product, organization, customerEmail, dueAmount } = checkout
  return (
    <Column
      isResult
      title={dueAmount > 0 ? 'Thank you, your payment was successful' : 'Thank you for your order'}
      embedOrigin={checkout.embedOrigin}
      icon={
        <span className="grid size-10 place-items-center rounded-full bg-good-soft text-good">
          <Check aria-hidden="true" className="size-5" />
        </span>
      }
    >
      <div className="grid gap-3 rounded-l border bg-surface px-4.5 py-4">
        <SellerName seller={organization} />
        <p className="text-l font-semibold wrap-anywhere">{product.name}</p>
        <dl className="grid gap-1.5 text-s">
          {customerEmail !== null && <Fact name="Customer">{customerEmail}</Fact>}
          {orderId !== null && (
            <Fact name="Order">
              <code className="font-mono text-xs">{orderId}</code>
            </Fact>
          )}
        </dl>
      </div>
      <Renewal checkout={checkout} />
      <TotalsCard isPaid checkout={checkout} sums={settledSums(checkout)} />
      <GrantedList checkout={checkout} />
      <ContinueLink checkout={checkout} isLeaving={isLeaving} />
    </Column>
  )
}

function Renewal({ checkout }: Pick<SuccessProps, 'checkout'>) {
  const { product } = checkout
  if (product.recurringInterval === null) return null
  return (
    <p className="text-s text-ink-2">
      Renews every {product.recurringInterval} until canceled. Cancel anytime{' '}
      <Link href={portalOf(checkout)} target="_top">
        in your portal
      </Link>
      .
    </p>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

interface ContinueLinkProps {
  checkout: Checkout
  isLeaving: boolean
}

function ContinueLink({ checkout, isLeaving }: ContinueLinkProps) {
  const { name, website } = checkout.organization
  const href = successDestination(checkout) ?? website
  if (href === null) return null
  return (
    <div className="grid gap-2.5">
      <a href={href} target="_top" className={buttonClasses({ size: 'l', wide: true })}>
        <span className="min-w-0 truncate">Continue to {name}</span>
      </a>
      <output className="flex items-center justify-center gap-2 text-s text-ink-2 empty:hidden">
        {isLeaving && (
          <>
            <Spinner className="size-4" />
            <span className="min-w-0 wrap-anywhere">Redirecting to {name} …</span>
          </>
        )}
      </output>
    </div>
  )
}

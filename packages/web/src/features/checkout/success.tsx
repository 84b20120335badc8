import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Link } from '#/ui/link.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { Spinner } from '#/ui/spinner.tsx'
import { Column } from './column.tsx'
import type { Outcome } from './confirming.tsx'
import { GrantedList } from './granted-list.tsx'
import { useOrderNumber } from './order-number.ts'
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
  const orderNumber = useOrderNumber({
    orderId: outcome?.orderId ?? null,
    token: checkout.customerSessionToken,
  })
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
          {orderNumber !== null && (
            <Fact name="Order number">{orderNumber ?? <Skeleton className="h-3.5 w-32" />}</Fact>
          )}
        </dl>
      </div>
      <Next checkout={checkout} />
      <TotalsCard isPaid checkout={checkout} sums={settledSums(checkout)} />
      <GrantedList checkout={checkout} />
      <Onward checkout={checkout} isLeaving={isLeaving} />
    </Column>
  )
}

/** What happens without the buyer, and where they find all of it. */
function Next({ checkout }: Pick<SuccessProps, 'checkout'>) {
  const { product, customerEmail, totalAmount, customerSessionToken } = checkout
  const hasJustPaid = customerSessionToken !== undefined && totalAmount > 0
  const isMailed = hasJustPaid && customerEmail !== null
  if (!isMailed && product.recurringInterval === null) return null
  return (
    <div className="grid gap-1 text-s text-ink-2">
      {isMailed && (
        <p>
          A confirmation is on its way to{' '}
          <span className="font-medium text-ink wrap-anywhere">{customerEmail}</span>.
        </p>
      )}
      {product.recurringInterval !== null && (
        <p>
          Renews every {product.recurringInterval} until canceled. Cancel anytime{' '}
          <Link href={portalOf(checkout)} target="_top">
            in your portal
          </Link>
          .
        </p>
      )}
    </div>
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

interface OnwardProps {
  checkout: Checkout
  isLeaving: boolean
}

/** To the seller, and to the portal: signed in only as the buyer who has just paid. */
function Onward({ checkout, isLeaving }: OnwardProps) {
  const { name, website } = checkout.organization
  const href = successDestination(checkout) ?? website
  return (
    <div className="grid gap-2.5">
      {href !== null && (
        <a href={href} target="_top" className={buttonClasses({ ...big, variant: 'primary' })}>
          <span className="min-w-0 truncate">Continue to {name}</span>
        </a>
      )}
      <a
        href={portalOf(checkout)}
        target="_top"
        className={buttonClasses({ ...big, variant: href === null ? 'primary' : 'default' })}
      >
        View your purchase
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

const big = { size: 'l', wide: true } as const

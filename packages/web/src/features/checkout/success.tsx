import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { buttonLook } from '../../ui/button-look.ts'
import { Link } from '../../ui/link.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { BenefitList } from './benefit-list.tsx'
import { Column } from './column.tsx'
import type { Outcome } from './confirming.tsx'
import { portalOf } from './portal.ts'
import { SellerName } from './seller-name.tsx'
import { wayOn } from './success-url.ts'
import { TotalsCard } from './totals-card.tsx'
import { useLeaving } from './use-leaving.ts'
import type { Checkout } from './wire.ts'

interface SuccessProps {
  secret: string
  checkout: Checkout
  /** Null where the page was opened after all had happened. */
  outcome: Outcome | null
}

/** What was bought. */
export function Success({ secret, checkout, outcome }: SuccessProps) {
  const orderId = outcome?.orderId ?? null
  const isLeaving = useLeaving(secret, checkout, outcome !== null)
  const { product, organization, customerEmail, totalAmount } = checkout
  const { amount, discountAmount: discount, taxAmount: tax } = checkout
  return (
    <Column
      isNews
      title={totalAmount > 0 ? 'Thank you, your payment went through' : 'Thank you, it’s yours'}
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
          {customerEmail !== null && <Fact name="Bought by">{customerEmail}</Fact>}
          {orderId !== null && (
            <Fact name="Order">
              <code className="font-mono text-xs">{orderId}</code>
            </Fact>
          )}
        </dl>
      </div>
      <Renewal checkout={checkout} />
      <TotalsCard isPaid checkout={checkout} sums={{ amount, discount, tax, total: totalAmount }} />
      {product.benefits.length > 0 && (
        <section className="grid gap-2.5">
          <h2 className="text-s font-semibold">What you get</h2>
          <BenefitList label="What you get" benefits={product.benefits} />
        </section>
      )}
      <WayOn checkout={checkout} isLeaving={isLeaving} />
    </Column>
  )
}

function Renewal({ checkout }: Pick<SuccessProps, 'checkout'>) {
  const { product } = checkout
  if (product.recurringInterval === null) return null
  return (
    <p className="text-s text-ink-2">
      It renews every {product.recurringInterval} until you cancel. You can do that at any time{' '}
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

interface WayOnProps {
  checkout: Checkout
  isLeaving: boolean
}

function WayOn({ checkout, isLeaving }: WayOnProps) {
  const { name, website } = checkout.organization
  const href = wayOn(checkout) ?? website
  if (href === null) return null
  return (
    <div className="grid gap-2.5">
      <a href={href} target="_top" className={buttonLook({ size: 'l', wide: true })}>
        <span className="min-w-0 truncate">Go on to {name}</span>
      </a>
      <output className="flex items-center justify-center gap-2 text-s text-ink-2 empty:hidden">
        {isLeaving && (
          <>
            <Spinner className="size-4" />
            <span className="min-w-0 wrap-anywhere">We’re taking you to {name} …</span>
          </>
        )}
      </output>
    </div>
  )
}

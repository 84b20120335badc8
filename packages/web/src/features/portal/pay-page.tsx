import {
  confirmLinkedPayment,
  getLinkedOrder,
  type PayableOrder,
  payLinkedOrder,
} from '@guildhall/contract/portal/order-payments'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatDay, formatMoney } from '#/lib/format.ts'
import { Refused } from '#/lib/request.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Link } from '#/ui/link.tsx'
import { Logo } from '#/ui/logo.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { Spinner } from '#/ui/spinner.tsx'
import { OrderLines } from './order-lines.tsx'
import { useOrderPayment } from './use-order-payment.tsx'

interface PayPageProps {
  linkSecret: string
}

const pollMilliseconds = 2_000

const linkedOrderQuery = (linkSecret: string) =>
  queryOptions({
    queryKey: ['linked order', linkSecret],
    queryFn: ({ signal }) => api.call(getLinkedOrder, { params: { linkSecret }, signal }),
    refetchInterval: ({ state }) => state.data?.status === 'processing' && pollMilliseconds,
    retry: (count, error) => !(error instanceof Refused) && count < 2,
    staleTime: 0,
  })

/** The page of a mailed link, on which one order is paid. */
export function PayPage({ linkSecret }: PayPageProps) {
  const { data: order, error } = useQuery(linkedOrderQuery(linkSecret))
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid min-h-dvh w-full max-w-115 content-start gap-5 px-5 py-10 outline-none"
    >
      {order === undefined && error === null && <Loading />}
      {order === undefined && error !== null && <Failure error={error} />}
      {order !== undefined && <LinkedOrder order={order} linkSecret={linkSecret} />}
    </main>
  )
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-5">
      <Skeleton className="h-10" />
      <Skeleton className="h-70" />
    </div>
  )
}

function Failure({ error }: { error: Error }) {
  const status = error instanceof Refused ? error.status : null
  if (status !== 404 && status !== 410) return <Banner tone="bad">{failureMessage(error)}</Banner>
  const title = status === 410 ? 'This link has expired' : 'This link is not valid'
  return (
    <>
      <Title>{title}</Title>
      <p className="text-ink-2">
        {status === 410
          ? 'Sign in to the portal of the seller to see what is due. Its address is in your emails.'
          : 'Open it again from the email, or ask the seller.'}
      </p>
    </>
  )
}

interface LinkedOrderProps extends PayPageProps {
  order: PayableOrder
}

function LinkedOrder({ order, linkSecret }: LinkedOrderProps) {
  const [wasOpen] = useState(order.status === 'open')
  const { name, avatarUrl } = order.seller
  return (
    <>
      <p className="flex min-w-0 items-center gap-2.5 font-semibold">
        {avatarUrl ? <Avatar square name={name} src={avatarUrl} /> : <Logo name={name} />}
        <span className="min-w-0 wrap-anywhere">{name}</span>
      </p>
      {order.status === 'open' && <OpenOrder order={order} linkSecret={linkSecret} />}
      {order.status === 'processing' && (
        <Result order={order} title="Your payment is being processed" icon={<Spinner />}>
          This page updates as soon as it’s done.
        </Result>
      )}
      {order.status === 'paid' && (
        <Result order={order} title="Paid, thank you" icon={paidIcon} isResult={wasOpen}>
          {order.paidAt && `Paid on ${formatDay(order.paidAt)}. `}
          The invoice is in{' '}
          <Link href={`/portal/${order.seller.slug}`} target="_top">
            your portal
          </Link>
          .
        </Result>
      )}
      {order.status === 'refunded' && (
        <Result order={order} title="Your payment is refunded" icon={null} isResult={wasOpen}>
          Nothing is due for this order any more. Until your bank shows the refund, some days can
          pass.
        </Result>
      )}
      {order.status === 'closed' && (
        <>
          <Title isResult={wasOpen}>Nothing is due any more</Title>
          <p className="text-ink-2">This order is closed, and nothing is charged for it.</p>
        </>
      )}
    </>
  )
}

const paidIcon = (
  <span className="grid size-10 place-items-center rounded-full bg-good-soft text-good">
    <Check aria-hidden="true" className="size-5" />
  </span>
)

interface ResultProps {
  order: PayableOrder
  title: string
  icon: ReactNode
  isResult?: boolean
  children: ReactNode
}

function Result({ order, title, icon, isResult = false, children }: ResultProps) {
  return (
    <>
      <div className="grid justify-items-start gap-2">
        {icon}
        <Title isResult={isResult}>{title}</Title>
        <output className="text-ink-2">{children}</output>
      </div>
      <Summary order={order} />
    </>
  )
}

interface TitleProps {
  /** Moves the focus here, because it is the result of an action. */
  isResult?: boolean
  children: string
}

function Title({ isResult = false, children }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isResult) heading.current?.focus()
  }, [isResult])
  return (
    <>
      <title>{children}</title>
      <h1 ref={heading} tabIndex={-1} className="text-title outline-none">
        {children}
      </h1>
    </>
  )
}

function Summary({ order }: Pick<LinkedOrderProps, 'order'>) {
  return (
    <section aria-label="Order" className="grid gap-3 rounded-l border bg-surface px-4.5 py-4">
      <p className="text-l font-semibold wrap-anywhere">{order.productName}</p>
      <OrderLines order={order} />
    </section>
  )
}

function OpenOrder({ order, linkSecret }: LinkedOrderProps) {
  const queries = useQueryClient()
  const params = { linkSecret }
  const reload = async <T,>(act: () => Promise<T>): Promise<T> =>
    act().finally(() => void queries.invalidateQueries(linkedOrderQuery(linkSecret)))
  const payment = useOrderPayment({
    order,
    methods: [],
    mayKeep: false,
    pay: ({ confirmationTokenId = '' }) =>
      reload(() => api.call(payLinkedOrder, { params, body: { confirmationTokenId } })),
    confirm: ({ id: paymentId }) =>
      reload(() => api.call(confirmLinkedPayment, { params: { ...params, paymentId } })),
    // The order shows it.
    onPaid: () => undefined,
  })
  const sum = formatMoney(order.dueAmount, order.currency.toUpperCase())
  return (
    <>
      <Title>{`Pay ${sum}`}</Title>
      <Summary order={order} />
      <form
        noValidate
        aria-label="Payment"
        onSubmit={payment.submit}
        className="grid grid-cols-1 gap-4"
      >
        {payment.fields}
        {payment.failure !== null && <Banner tone="bad">{payment.failure}</Banner>}
        <Button type="submit" variant="primary" size="l" wide loading={payment.isBusy}>
          Pay {sum}
        </Button>
        <p className="text-s text-ink-3">
          The card pays this order alone. To change the card for future payments, use{' '}
          <Link href={`/portal/${order.seller.slug}`} target="_top">
            your portal
          </Link>
          .
        </p>
      </form>
      {payment.question}
    </>
  )
}

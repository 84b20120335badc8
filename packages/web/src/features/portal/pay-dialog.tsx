import {
  confirmOrderPayment,
  type PayableOrder,
  payOrder,
} from '@guildhall/contract/portal/order-payments'
import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatMoney } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { useToast } from '#/ui/toast.tsx'
import { OrderLines } from './order-lines.tsx'
import {
  methodsQuery,
  type OverduePayment,
  type PaymentMethod,
  payableOrderQuery,
  usePortalChange,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'
import { useOrderPayment } from './use-order-payment.tsx'

type OrderId = OverduePayment['orders'][number]['id']

interface PayDialogProps {
  id: OrderId
  onClose: () => void
}

/** Pays an overdue order, with a stored card or another one. */
export function PayDialog({ id, onClose }: PayDialogProps) {
  const { api } = usePortal()
  const { data: order, error } = useQuery(payableOrderQuery(api, id))
  const { data: methods, error: unlisted } = useQuery(methodsQuery(api))
  const failure = error ?? unlisted
  if (order !== undefined && methods !== undefined && order.status === 'open') {
    return <OpenOrder order={order} methods={methods} onClose={onClose} />
  }
  return (
    <Dialog open title="Pay" onOpenChange={onClose}>
      {failure && <Banner tone="bad">{failureMessage(failure)}</Banner>}
      {order === undefined && !failure && <Skeleton className="h-40" />}
      {order !== undefined && order.status !== 'open' && <Banner>{reasons[order.status]}</Banner>}
    </Dialog>
  )
}

const reasons = {
  processing: 'A payment of this order is being processed. Look again in a moment.',
  paid: 'This order is paid.',
  refunded: 'Nothing is due for this order any more. What was paid is refunded.',
  closed: 'Nothing is due any more.',
} as const satisfies Record<Exclude<PayableOrder['status'], 'open'>, string>

interface OpenOrderProps extends Pick<PayDialogProps, 'onClose'> {
  order: PayableOrder
  methods: readonly PaymentMethod[]
}

function OpenOrder({ order, methods, onClose }: OpenOrderProps) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const params = { id: order.id }
  const payment = useOrderPayment({
    order,
    methods,
    mayKeep: true,
    pay: (body) => change(() => api.call(payOrder, { params, body })),
    confirm: ({ id: paymentId }) =>
      change(() => api.call(confirmOrderPayment, { params: { ...params, paymentId } })),
    onPaid: () => {
      toast({ title: `${order.productName} is paid` })
      onClose()
    },
  })
  if (payment.question !== null) return payment.question
  const sum = formatMoney(order.dueAmount, order.currency.toUpperCase())
  return (
    <FormDialog
      title={`Pay for ${order.productName}`}
      submit={`Pay ${sum}`}
      isBusy={payment.isBusy}
      failure={payment.failure ?? undefined}
      onSubmit={payment.submit}
      onClose={onClose}
    >
      <OrderLines order={order} />
      {payment.fields}
    </FormDialog>
  )
}

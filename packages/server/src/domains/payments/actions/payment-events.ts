import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { presentPayment } from '../present/payment.ts'
import type { PaymentMethodRow } from '../store/methods.ts'
import type { PaymentRow } from '../store/payments.ts'
import type { SetUpRow } from '../store/set-ups.ts'

const subjectOf = ({
  organizationId,
  customerId,
  id,
  version,
}: Pick<PaymentRow, 'organizationId' | 'customerId' | 'id' | 'version'>) => ({
  organizationId,
  customerId,
  id,
  version,
})

export const paymentEvent = (
  name: 'payment.succeeded' | 'payment.failed',
  payment: PaymentRow,
): NewEvent => eventOf(name, subjectOf(payment), presentPayment(payment))

/** Money arrived for a payment that had failed before, so it is refunded. */
export const unclaimedEvent = (payment: PaymentRow, processorId: string): NewEvent => {
  const { id, amount, currency } = payment
  return eventOf('payment.unclaimed', subjectOf(payment), { id, processorId, amount, currency })
}

/** The processor has taken a fee of it, and lists that shortly. */
export const chargeEvent = (payment: PaymentRow, processorId: string): NewEvent => {
  const { organizationId, customerId, id: paymentId } = payment
  const charged = { organizationId, customerId, id: processorId, version: 1 }
  return eventOf('processor_charge.reported', charged, { paymentId, processorId })
}

export const methodEvent = (
  name: 'payment_method.added' | 'payment_method.deleted',
  { organizationId, customerId, id, processor, processorId }: PaymentMethodRow,
): NewEvent =>
  eventOf(
    name,
    { organizationId, customerId, id, version: 1 },
    {
      customerId,
      paymentMethodId: id,
      ...(name === 'payment_method.deleted' && { processor, processorId }),
    },
  )

export const defaultChangedEvent = (
  { organizationId, customerId, id }: PaymentMethodRow,
  collectsOverdue: boolean,
): NewEvent =>
  eventOf(
    'payment_method.default_changed',
    { organizationId, customerId, id, version: 1 },
    { customerId, paymentMethodId: id, collectsOverdue },
  )

export const setUpEvent = (
  name:
    | 'payment_method_set_up.started'
    | 'payment_method_set_up.succeeded'
    | 'payment_method_set_up.failed',
  row: SetUpRow,
): NewEvent => {
  const { organizationId, customerId, id, version } = row
  return eventOf(
    name,
    { organizationId, customerId, id, version },
    {
      id,
      customerId,
      checkoutId: row.checkoutId,
      status: row.status,
      paymentMethodId: row.paymentMethodId,
      declineReason: row.declineReason,
      declineMessage: row.declineMessage,
    },
  )
}

import { useQuery } from '@tanstack/react-query'
import { formatQuantity } from '#/lib/format.ts'
import { Card } from '#/ui/card.tsx'
import { Entry } from '#/ui/entries.tsx'
import { Time } from '#/ui/time.tsx'
import { creditsQuery, metersQuery, type PortalMeter } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** What the customer used in the current periods. Nothing while there is nothing. */
export function Usage() {
  const { api } = usePortal()
  const { data = [] } = useQuery(metersQuery(api))
  if (data.length === 0) return null
  return (
    <Card flush title="Usage" description="In the current period.">
      <ul>
        {data.map((one) => (
          <Used key={one.id} used={one} />
        ))}
      </ul>
    </Card>
  )
}

/** What is left that expires some day, each lot. */
function Expiring({ of: { id } }: { of: PortalMeter }) {
  const { api } = usePortal()
  const { data = [] } = useQuery(creditsQuery(api, id))
  return data
    .filter(({ expiresAt, remainingUnits }) => expiresAt !== null && remainingUnits > 0)
    .map((lot) => (
      <span key={lot.id}>
        {formatQuantity(lot.remainingUnits)} expire <Time at={lot.expiresAt ?? lot.createdAt} />
      </span>
    ))
}

function Used({ used }: { used: PortalMeter }) {
  const { meter, consumedUnits, creditedUnits, balance, createdAt, modifiedAt } = used
  return (
    <Entry
      title={<span className="wrap-anywhere">{meter.name}</span>}
      action={
        <span className="figures text-right">
          {formatQuantity(consumedUnits)}
          <span className="sr-only"> used</span>
        </span>
      }
    >
      {creditedUnits !== 0 && (
        <span>
          {balance < 0
            ? `${formatQuantity(-balance)} more than the ${formatQuantity(creditedUnits)} of your credit`
            : `${formatQuantity(balance)} of ${formatQuantity(creditedUnits)} left`}
        </span>
      )}
      {balance > 0 && <Expiring of={used} />}
      <span>
        last changed <Time at={modifiedAt ?? createdAt} />
      </span>
    </Entry>
  )
}

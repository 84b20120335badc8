import { KeyFigures } from '#/ui/key-figures.tsx'
import { Time } from '#/ui/time.tsx'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { codeText, countText } from './endpoint-text.ts'

/** Four figures that show whether the endpoint keeps up. */
export function EndpointFigures({ endpoint: { health } }: { endpoint: WebhookEndpoint }) {
  const { waiting, lag, lastSuccessAt, lastFailureAt, lastCode } = health
  const isLastFailed = health.failingSince !== null
  return (
    <KeyFigures
      label="Health"
      figures={[
        {
          label: 'Pending',
          figure: countText(lag),
          change: lag === 0 ? paceText(health) : 'Not sent yet',
        },
        {
          label: 'Retrying',
          figure: countText(waiting),
          change: waiting === 0 ? 'None waiting' : 'Failed events and those queued behind them',
        },
        {
          label: 'Last success',
          figure: <When at={lastSuccessAt} />,
          ...(!isLastFailed && lastSuccessAt !== null && { change: codeText(lastCode) }),
        },
        {
          label: 'Last failure',
          figure: <When at={lastFailureAt} />,
          ...(isLastFailed && { change: codeText(lastCode) }),
        },
      ]}
    />
  )
}

const paceText = ({ state }: WebhookEndpoint['health']): string =>
  state === 'healthy' || state === 'failing' ? 'Up to date' : 'None so far'

function When({ at }: { at: Date | null }) {
  return <span className="text-l">{at === null ? 'never' : <Time at={at} />}</span>
}

import { createFileRoute } from '@tanstack/react-router'
import { PayPage } from '#/features/portal/pay-page.tsx'

export const Route = createFileRoute('/pay/$linkSecret')({ component: Pay })

function Pay() {
  return <PayPage linkSecret={Route.useParams().linkSecret} />
}

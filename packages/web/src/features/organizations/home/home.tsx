import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { HomeFigures } from './home-figures.tsx'
import { nextSteps } from './next-steps.ts'
import { NextStepsCard } from './next-steps-card.tsx'
import { PeopleCard } from './people-card.tsx'
import { useHomeFacts } from './use-home-facts.ts'

interface HomeProps {
  /** The current user. */
  ownId: string
}

/** An overview of the organization, and the next steps. */
export function Home({ ownId }: HomeProps) {
  const { role } = useOrganization()
  const { faces, ...facts } = useHomeFacts()
  const steps = nextSteps({ role, ...facts })
  const isAllDone = steps.every(({ isDone }) => isDone)
  return (
    <div className="grid gap-4">
      <HomeFigures {...facts} />
      <div className={isAllDone ? undefined : homeColumnsClasses}>
        {!isAllDone && <NextStepsCard steps={steps} />}
        <PeopleCard faces={faces} ownId={ownId} />
      </div>
    </div>
  )
}

export const homeColumnsClasses = 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]'

import type { RunSensitive } from '#/entities/account/sensitive-action.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { type OwnOrganization } from '#/entities/organization/own-organizations.ts'
import { Banner } from '#/ui/banner.tsx'
import { Card } from '#/ui/card.tsx'
import { Field } from '#/ui/field.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { ApplicationCard } from './application-card.tsx'
import { guideSection } from './guide.ts'
import { GuideBlocks } from './guide-blocks.tsx'
import { ValuesCard } from './values-card.tsx'

interface QuickstartProps {
  organizations: readonly OwnOrganization[]
  onOrganization: (slug: string) => void
  run: RunSensitive
}

/** The steps of the quickstart that come after the start of the server. */
export function Quickstart({ organizations, onOrganization, run }: QuickstartProps) {
  const { id, slug } = useOrganization()
  const { origin, hostname } = window.location
  return (
    <div className="grid grid-cols-1 gap-4">
      {hostname !== 'localhost' && <NotLocal hostname={hostname} />}
      {organizations.length > 1 && (
        <Field label="Organization" className="max-w-100">
          <NativeSelect value={slug} onChange={(event) => onOrganization(event.target.value)}>
            {organizations.map((organization) => (
              <option key={organization.id} value={organization.slug}>
                {organization.name}
              </option>
            ))}
          </NativeSelect>
        </Field>
      )}
      <ValuesCard key={id} origin={origin} run={run} />
      <Card title="2. Create a webhook endpoint">
        <GuideBlocks blocks={guideSection('Create a product and a webhook endpoint', origin)} />
      </Card>
      <ApplicationCard origin={origin} />
      <Card title="4. Buy">
        <GuideBlocks blocks={guideSection('Buy', origin)} />
      </Card>
      <Card title="How the pieces fit">
        <GuideBlocks blocks={guideSection('How the pieces fit', origin)} />
      </Card>
    </div>
  )
}

function NotLocal({ hostname }: { hostname: string }) {
  return (
    <Banner title="This server isn’t on your machine.">
      It can’t send webhooks to localhost, and its sessions aren’t sent there. Run the application
      on a host that {hostname} reaches, as “How the pieces fit” says.
    </Banner>
  )
}

import Pencil from 'lucide-react/icons/pencil'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import { useState } from 'react'
import { callCode } from '#/lib/call-code.ts'
import { type MetadataRow, metadataMistake } from '#/lib/metadata-rows.ts'
import { Card } from '#/ui/card.tsx'
import { CodeCall } from '#/ui/code-call.tsx'
import { MetadataEditor } from '#/ui/metadata-editor.tsx'
import { SecretOnce } from '#/ui/secret-once.tsx'
import { Timeline } from '#/ui/timeline.tsx'
import { Columns, Specimen, Specimens } from './specimen.tsx'

/** Components for objects that the API exposes. */
export function SellerSpecimens() {
  return (
    <Specimens id="seller" title="For sellers">
      <Columns>
        <Specimen name="Metadata with an error">
          <SampleMetadata />
        </Specimen>
        <Specimen name="Timeline">
          <Card flush title="Timeline">
            <Timeline
              entries={entries}
              failure={null}
              empty="Nothing has happened yet."
              isFetchingOlder={false}
            />
          </Card>
        </Specimen>
        <Specimen name="API call">
          <CodeCall title="Create a customer" calls={callCode('https://shop.example', call)} />
        </Specimen>
        <Specimen name="One-time secret">
          <SecretOnce
            label="Access token"
            secret="guildhall_oat_0123456789"
            hint="Store it with your secrets, never in public code."
          />
        </Specimen>
      </Columns>
    </Specimens>
  )
}

function SampleMetadata() {
  const [rows, setRows] = useState<MetadataRow[]>([
    { key: 'plan', kind: 'text', text: 'pro' },
    { key: 'seats', kind: 'number', text: 'five' },
    { key: 'isPartner', kind: 'boolean', text: 'true' },
  ])
  return <MetadataEditor value={rows} onChange={setRows} error={metadataMistake(rows)} />
}

const call = {
  method: 'POST',
  path: '/v1/customers/',
  sdk: 'customers.create',
  argument: { email: 'ada@example.com' },
} as const

const at = new Date(Date.UTC(2027, 2, 14, 15, 9))

const entries = [
  {
    id: '2',
    at,
    icon: <Pencil />,
    title: 'Name changed',
    by: 'by Jun Okafor',
    changes: [{ id: 'name', label: 'Name', before: 'Ada', after: 'Ada Lindqvist' }],
  },
  { id: '1', at, icon: <UserRoundPlus />, title: 'Customer created', by: null, changes: [] },
]

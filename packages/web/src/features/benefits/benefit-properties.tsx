import { useQuery } from '@tanstack/react-query'
import FileIcon from 'lucide-react/icons/file'
import { metersToChoose } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatCount } from '#/lib/format.ts'
import { Badge } from '#/ui/badge.tsx'
import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Link } from '#/ui/link.tsx'
import { Markdown } from '#/ui/markdown.tsx'
import { type Benefit, filesQuery, guildQuery } from './benefit-queries.ts'
import { licenseText, permissionNames } from './property-text.ts'

type Of<T extends Benefit['type']> = { properties: Extract<Benefit, { type: T }>['properties'] }

/** What the benefit gives, by type. */
export function BenefitProperties({ benefit }: { benefit: Benefit }) {
  if (benefit.type === 'downloadables') return <Files properties={benefit.properties} />
  return (
    <Card title="What customers get">
      <Content benefit={benefit} />
    </Card>
  )
}

function Content({ benefit }: { benefit: Exclude<Benefit, { type: 'downloadables' }> }) {
  switch (benefit.type) {
    case 'custom':
      return <Note properties={benefit.properties} />
    case 'discord':
      return <Role properties={benefit.properties} />
    case 'github_repository':
      return <Repository properties={benefit.properties} />
    case 'license_keys':
      return <Facts facts={licenseText(benefit.properties)} />
    case 'meter_credit':
      return <Credit properties={benefit.properties} />
  }
}

function Note({ properties: { note } }: Of<'custom'>) {
  if (note === null) {
    return <p className="text-s text-ink-2">See the description. There is no note.</p>
  }
  return <Markdown text={note} />
}

/** Names come from Discord; members who can't fetch them see IDs. */
function Role({ properties: { guildId, roleId, guildToken } }: Of<'discord'>) {
  const { id, role: ownRole } = useOrganization()
  const mayAsk = mayIn(ownRole, 'catalog', 'write')
  const { data: guild, error } = useQuery({
    ...guildQuery(id, guildToken),
    enabled: mayAsk,
  })
  const role = guild?.roles.find((one) => one.id === roleId)
  return (
    <>
      <Facts
        facts={[
          { label: 'Server', value: <Named name={guild?.name} id={guildId} what="server ID" /> },
          { label: 'Role', value: <Named name={role?.name} id={roleId} what="role ID" /> },
        ]}
      />
      {error && <p className="mt-2 text-s text-warn">{failureMessage(error)}</p>}
    </>
  )
}

function Named({ name, id, what }: { name: string | undefined; id: string; what: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {name !== undefined && <span className="min-w-0 wrap-anywhere">{name}</span>}
      <Copyable text={id} what={what} />
    </span>
  )
}

function Repository({ properties }: Of<'github_repository'>) {
  const { repositoryOwner, repositoryName, permission } = properties
  const path = `${repositoryOwner}/${repositoryName}`
  return (
    <Facts
      facts={[
        {
          label: 'Repository',
          value: (
            <Link external href={`https://github.com/${path}`} className="break-all">
              {path}
            </Link>
          ),
        },
        { label: 'Permission', value: permissionNames[permission] },
      ]}
    />
  )
}

function Credit({ properties: { meterId, units, rollover } }: Of<'meter_credit'>) {
  const { id } = useOrganization()
  const { data: meters } = useQuery(metersToChoose(id))
  const meter = meters?.find((one) => one.id === meterId)
  return (
    <Facts
      facts={[
        { label: 'Meter', value: meter?.name ?? <Copyable short text={meterId} what="meter ID" /> },
        { label: 'Units', value: <span className="figures">{formatCount(units)}</span> },
        { label: 'Unused units', value: rollover ? 'rolls over' : 'expires with the period' },
      ]}
    />
  )
}

function Files({ properties: { files: ids, archived } }: Of<'downloadables'>) {
  const { id } = useOrganization()
  const { data, error } = useQuery(filesQuery(id, ids))
  const files = ids.flatMap((one) => data?.find((file) => file.id === one) ?? [])
  return (
    <Card flush title="Files">
      <Entries
        count={data ? files.length : null}
        failure={error && failureMessage(error)}
        empty="None of its files exist anymore."
      >
        {files.map((file) => (
          <Entry
            key={file.id}
            icon={<FileIcon />}
            title={<span className="min-w-0 wrap-anywhere">{file.name}</span>}
            badge={archived[file.id] && <Badge>archived</Badge>}
            action={<Copyable short text={file.id} what={`the ID of ${file.name}`} />}
          >
            <span className="figures">{file.sizeReadable}</span>
            <span className="break-all">{file.mimeType}</span>
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

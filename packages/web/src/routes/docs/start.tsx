import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { sessionQuery } from '#/entities/account/session.ts'
import { OrganizationProvider } from '#/entities/organization/current-organization.tsx'
import {
  type OwnOrganization,
  organizationsQuery,
} from '#/entities/organization/own-organizations.ts'
import { productsToChoose } from '#/entities/product/products-to-choose.ts'
import { useFreshSession } from '#/features/account/fresh-session.tsx'
import { startOrganization } from '#/features/organizations/find-organization.ts'
import { MessagePage } from '#/features/shell/message-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { Stage } from '#/features/shell/stage.tsx'
import { Quickstart } from '#/features/start/quickstart.tsx'
import { readText, type SearchParameters } from '#/lib/search-parameters.ts'
import { buttonClasses } from '#/ui/button-classes.ts'

const title = 'Quickstart'

function readStart(search: SearchParameters): { organization?: string } {
  const organization = readText(search['organization'])
  return organization === undefined ? {} : { organization }
}

export const Route = createFileRoute('/docs/start')({
  validateSearch: readStart,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session === null) return { session, organization: null }
    const active = await startOrganization(queryClient, session.session.activeOrganizationId)
    const all = await queryClient.ensureQueryData(organizationsQuery)
    const organization = all.find(({ slug }) => slug === deps.organization) ?? active
    if (organization !== null) await queryClient.ensureQueryData(productsToChoose(organization.id))
    return { session, organization }
  },
  component: Start,
})

function Start() {
  const { session, organization } = Route.useLoaderData()
  if (session === null) return <SignInFirst />
  return (
    <Stage user={session.user} wide>
      <div className="min-w-0">
        <Page title={title}>
          <p className="-mt-3 text-ink-2">
            From an empty folder to an application whose users sign in, buy and manage what they
            bought.
          </p>
        </Page>
      </div>
      {organization === null ? <CreateFirst /> : <Steps organization={organization} />}
    </Stage>
  )
}

function Steps({ organization }: { organization: OwnOrganization }) {
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const navigate = Route.useNavigate()
  const { run, dialog } = useFreshSession(`/docs/start?organization=${organization.slug}`)
  return (
    <OrganizationProvider organization={organization}>
      <Quickstart
        organizations={organizations}
        onOrganization={(slug) => void navigate({ search: { organization: slug }, replace: true })}
        run={run}
      />
      {dialog}
    </OrganizationProvider>
  )
}

function SignInFirst() {
  const next = new URLSearchParams({ next: '/docs/start' })
  return (
    <MessagePage
      title={title}
      action={
        <div className="flex flex-wrap gap-2">
          <a href={`/sign-up?${next}`} className={buttonClasses({ variant: 'primary' })}>
            Create an account
          </a>
          <a href={`/sign-in?${next}`} className={buttonClasses({})}>
            Sign in
          </a>
        </div>
      }
    >
      Sign in first. This page then has the files of an application with the values of your
      organization.
    </MessagePage>
  )
}

function CreateFirst() {
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        Create an organization first: it sells the product of the application. Then open this page
        again.
      </p>
      <Link to="/organizations/new" className={buttonClasses({ variant: 'primary' })}>
        Create an organization
      </Link>
    </div>
  )
}

import { at, type TenancyCase } from './tenancy-case.ts'
import type { TenantObjects } from './tenant-objects.ts'

const activation: Pick<TenancyCase, 'params'> = {
  params: ({ licenseKey: id, licenseActivation: activationId }) => ({ id, activationId }),
}

const withKey =
  (more: (has: TenantObjects) => object): NonNullable<TenancyCase['body']> =>
  (has) => ({ key: has.licenseKeyText, ...more(has) })

/** Of grants and what they give. */
export const entitlementCases: Readonly<Record<string, TenancyCase>> = {
  listGrantsOfBenefit: at('benefit'),
  previewBenefitDeletion: at('benefit'),
  previewProductBenefits: {
    ...at('product'),
    body: ({ benefit }) => ({ benefits: [benefit] }),
    references: { 'benefits.*': (_, { benefit }) => ({ body: { benefits: [benefit] } }) },
  },
  getProductBenefitsProgress: at('product'),
  listGrants: {},
  listDownloadsOfGrant: at('grant'),
  retryGrant: { ...at('grant'), outcome: '409 BenefitGrantNotRetryable' },
  retryGrants: at('benefit'),

  listLicenseKeys: {},
  exportLicenseKeys: {},
  getLicenseKey: at('licenseKey'),
  updateLicenseKey: { ...at('licenseKey'), body: () => ({ usage: 1 }) },
  rotateLicenseKey: { ...at('licenseKey'), body: () => ({}) },
  getLicenseActivation: activation,
  removeLicenseActivation: activation,
  validateLicenseKeyAsSeller: {
    body: withKey(() => ({})),
    references: {
      activation_id: (own, { licenseActivation }) => ({
        body: withKey(() => ({ activation_id: licenseActivation }))(own),
      }),
      benefit_id: (own, { licenseBenefit }) => ({
        body: withKey(() => ({ benefit_id: licenseBenefit }))(own),
      }),
      customer_id: (own, { licenseCustomer }) => ({
        body: withKey(() => ({ customer_id: licenseCustomer }))(own),
      }),
    },
    foreign: '404 ResourceNotFound',
  },
  activateLicenseKeyAsSeller: { body: withKey(() => ({ label: 'Laptop' })) },
  deactivateLicenseKeyAsSeller: {
    body: withKey(({ doneActivation }) => ({ activation_id: doneActivation })),
    references: {
      activation_id: (own, { spareActivation }) => ({
        body: withKey(() => ({ activation_id: spareActivation }))(own),
      }),
    },
    foreign: '404 ResourceNotFound',
  },
}

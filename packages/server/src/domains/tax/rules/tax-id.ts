import type { TaxId, TaxIdFormat } from '@guildhall/contract/customers/tax-ids'
import { isInUnion, vatPrefix } from '@guildhall/contract/tax/places'
import { euVat } from 'stdnum'
import { checked, type NumberReader, numberReaders } from './tax-id-formats.ts'

const textLengthMax = 64

/** The formats of a country other than EU VAT numbers, in the order in which they are tried. */
const formatsOf: Readonly<Record<string, readonly Exclude<TaxIdFormat, 'eu_vat'>[]>> = {
  AD: ['ad_nrt'],
  AE: ['ae_trn'],
  AR: ['ar_cuit'],
  AU: ['au_abn', 'au_arn'],
  BG: ['bg_uic'],
  BH: ['bh_vat'],
  BO: ['bo_tin'],
  BR: ['br_cnpj', 'br_cpf'],
  CA: ['ca_gst_hst', 'ca_pst_bc', 'ca_pst_mb', 'ca_pst_sk', 'ca_qst', 'ca_bn'],
  CH: ['ch_uid', 'ch_vat'],
  CL: ['cl_tin'],
  CN: ['cn_tin'],
  CO: ['co_nit'],
  CR: ['cr_tin'],
  DE: ['de_stn'],
  DO: ['do_rcn'],
  EC: ['ec_ruc'],
  EG: ['eg_tin'],
  ES: ['es_cif'],
  GB: ['gb_vat'],
  GE: ['ge_vat'],
  HK: ['hk_br'],
  HR: ['hr_oib'],
  HU: ['hu_tin'],
  ID: ['id_npwp'],
  IL: ['il_vat'],
  IN: ['in_gst'],
  IS: ['is_vat'],
  JP: ['jp_cn', 'jp_rn', 'jp_trn'],
  KE: ['ke_pin'],
  KR: ['kr_brn'],
  KZ: ['kz_bin'],
  LI: ['li_uid'],
  MX: ['mx_rfc'],
  MY: ['my_frp', 'my_itn', 'my_sst'],
  NG: ['ng_tin'],
  NO: ['no_vat', 'no_voec'],
  NZ: ['nz_gst'],
  OM: ['om_vat'],
  PE: ['pe_ruc'],
  PH: ['ph_tin'],
  RO: ['ro_tin'],
  RS: ['rs_pib'],
  RU: ['ru_inn', 'ru_kpp'],
  SA: ['sa_vat'],
  SG: ['sg_gst', 'sg_uen'],
  SI: ['si_tin'],
  SV: ['sv_nit'],
  TH: ['th_vat'],
  TR: ['tr_tin'],
  TW: ['tw_vat'],
  UA: ['ua_vat'],
  US: ['us_ein'],
  UY: ['uy_ruc'],
  VE: ['ve_rif'],
  VN: ['vn_tin'],
  ZA: ['za_vat'],
}

/** The number as its country writes it, with the first format that fits; null if none does. */
export function readTaxId(country: string, text: string): TaxId | null {
  if (text.length > textLengthMax) return null
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s.,/_\p{Pd}]/gu, '')
  if (!/^[\p{L}\p{N}&+*]+$/u.test(plain)) return null
  const local = (formatsOf[country] ?? []).map((format) => ({
    format,
    read: numberReaders[format],
  }))
  const kinds: readonly { readonly format: TaxIdFormat; readonly read: NumberReader }[] = [
    ...local,
    ...unionNumbers(country).map((read) => ({ format: 'eu_vat' as const, read })),
  ]
  for (const { format, read } of kinds) {
    const number = read(plain)
    if (number !== null) return [number, format]
  }
  return null
}

const unionNumbers = (country: string): NumberReader[] =>
  isInUnion(country)
    ? (euVat[country] ?? []).map((validator) => checked(validator, vatPrefix(country)))
    : []

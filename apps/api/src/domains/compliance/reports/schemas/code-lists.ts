import { create } from 'xmlbuilder2'
import type { Profile } from '../profiles.ts'

/** The codes of a list, each with its meaning. */
export type CodeList = Readonly<Record<string, string>>
/** Lists by the place in a profile that uses their codes, for example `codes.single.report_code`. */
export type CodeLists = Readonly<Record<string, CodeList>>

/** The element with the list for each place; among elements of the same name, the one in a type. */
const PLACES: Readonly<Record<Profile['format'], Readonly<Record<string, string>>>> = {
  goaml: {
    'codes.indicators': 'indicator',
    'codes.documents': 't_person_identification/type',
    currencies: 't_foreign_currency/foreign_currency_code',
    'codes.single.report_code': 'report_code',
    'codes.single.transmode_code': 'transmode_code',
    'codes.single.from_funds_code': 'from_funds_code',
    'codes.single.to_funds_code': 'to_funds_code',
    'codes.single.address_type': 't_address/address_type',
    'codes.single.phone_contact_type': 'tph_contact_type',
    'codes.single.phone_communication_type': 'tph_communication_type',
  },
  fincen: {
    'codes.indicators': 'SuspiciousActivitySubtypeID',
    'codes.documents': 'PartyIdentificationTypeCode',
    'entity.primary_regulator_code': 'PrimaryRegulatorTypeCode',
    'entity.organization_type_id': 'OrganizationTypeID',
  },
  printed: {},
}

interface XmlNode {
  readonly nodeType: number
  readonly localName: string | null
  readonly textContent: string | null
  readonly childNodes: Iterable<XmlNode>
  getAttribute(name: string): string | null
}
const [ELEMENT, COMMENT] = [1, 8]

function* within(node: XmlNode, name: string): Generator<XmlNode> {
  for (const child of node.childNodes) {
    if (child.nodeType !== ELEMENT) continue
    if (child.localName === name) yield child
    yield* within(child, name)
  }
}

/** Returns a code's meaning from the schema's documentation or a comment. */
function meaningOf(code: XmlNode): string {
  const [said] = [...within(code, 'documentation')]
  const comment = [...code.childNodes].find(({ nodeType }) => nodeType === COMMENT)
  return ((said ?? comment)?.textContent ?? '').replace(/\s+/g, ' ').trim()
}

function codesIn(type: XmlNode): CodeList {
  const codes = [...within(type, 'enumeration')].map((code): [string, string] => [
    code.getAttribute('value') ?? '',
    meaningOf(code),
  ])
  return Object.fromEntries(codes.map(([code, meaning]) => [code, meaning === '' ? code : meaning]))
}

/**
 * Combines types and subtypes: an indicator of a SAR has both, and the subtype's number begins with the type's. Leaves out
 * "Other", which needs free text that our report does not have.
 */
const withTypes = (subtypes: CodeList): CodeList =>
  Object.fromEntries(
    Object.entries(subtypes).flatMap(([code, meaning]) =>
      code.endsWith('999') ? [] : [[`${code.slice(0, -2)}/${code}`, meaning]],
    ),
  )

/** Reads the code lists of a schema. */
export function readCodeLists(schema: string, format: Profile['format']): CodeLists {
  const root = create(schema).root().node as unknown as XmlNode
  const types = new Map(
    [...root.childNodes].map((type) => [type.nodeType === ELEMENT ? type.getAttribute('name') : null, type]),
  )
  const listOf = (path: string): CodeList => {
    const [name = '', parent] = path.split('/').toReversed()
    const place = parent === undefined ? root : types.get(parent)
    if (place === undefined) return {}
    for (const element of within(place, 'element')) {
      if (element.getAttribute('name') !== name) continue
      const type = element.getAttribute('type')?.replace(/^.*:/, '')
      const codes = codesIn((type === undefined ? undefined : types.get(type)) ?? element)
      if (Object.keys(codes).length > 0) return codes
    }
    return {}
  }
  const lists = Object.entries(PLACES[format]).map(([place, path]): [string, CodeList] => {
    const codes = listOf(path)
    return [place, format === 'fincen' && place === 'codes.indicators' ? withTypes(codes) : codes]
  })
  return Object.fromEntries(lists.filter(([, codes]) => Object.keys(codes).length > 0))
}

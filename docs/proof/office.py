A = 'features/'
OFFICE = [
('office-own-request', 'approvals', A+'approvals/decide.tsx', 'if (maker.id === me.id)', 'if (false)', 'two-person rule: one’s own request can be decided on the screen', ['office'], ['finance asks for a new threshold']),
('office-typed', 'approvals', A+'approvals/decide.tsx', '{...(confirm !== null && { typed: confirm })}', '', 'confirmation skipped for unusual values', ['office', 'office-operations'], ['finance asks for a new threshold', 'one person closes a rail']),
('office-soon', 'approvals', A+'approvals/inbox-page.tsx', "late = state === 'pending' && 4 *", "late = state !== 'pending' && 4 *", 'label: a request that expires soon is not marked', ['office'], ['finance asks for a new threshold']),
('office-reason-kept', 'reason dialog', 'parts/reason-dialog.tsx', '    if (failed) return\n', '', 'draft not kept: a refused action loses its reason', ['office-details', 'office'], ['support takes what a customer wrote']),
('office-reason-needed', 'reason dialog', 'parts/reason-dialog.tsx', 'if (wrong !== undefined || busy) return', 'if (busy) return', 'an action without a reason is sent', ['office'], ['by keyboard alone, support finds']),
('office-grid-selected', 'table', 'table/grid-row.tsx', 'aria-selected={selected}', 'aria-selected={false}', 'aria-selected lost', ['office'], ['by keyboard alone, support finds']),
('office-case-own', 'cases', A+'cases/decision.tsx', '{proposedBy === me.name ? (', '{false ? (', 'two-person rule: one’s own proposal can be confirmed on the screen', ['office-compliance'], ['two members of compliance']),
('office-roles', 'staff', A+'staff/member-dialog.tsx', '{changed && problem === undefined && (', '{changed && (', 'roles that exclude each other can be asked for', ['office'], ['each role sees its own sections']),
('office-may', 'customer', A+'customer/account.tsx', '.filter(({ needs }) => may(needs))', '.filter(() => true)', 'permissions: changes that a role may not make are offered', ['office-details', 'office-support'], ['support reads what was booked']),
('office-second', 'transfer', A+'transfer/actions.tsx', "confirm={twoPeople ? 'Ask a second person' : label}", 'confirm={label}', 'label: an action of two people reads as done at once', ['office-transfer', 'office'], ['compliance reads what providers did']),
('office-holds-filter', 'holds', A+'holds/page.tsx', "(owner === '' || row.owner === owner) && (reason", "(owner === '' || row.owner === owner) || (reason", 'the filters of the holds do nothing together', ['office'], ['by keyboard alone, support finds']),
('office-session-last', 'session', 'app/session-clock.tsx', '!isLast && (', 'isLast && (', 'no way to stay signed in', ['office'], ['a member signs out']),
('office-difference', 'diff', 'parts/diff.tsx', "{kind === 'removed' ? '' : <Value value={now} />}", "{kind === 'removed' ? '' : <Value value={old} />}", 'wrong value: the old one is shown as the new one', ['office'], ['finance asks for a new threshold']),
('office-due', 'enquiries', A+'enquiries/list-page.tsx', "whose === 'mine' ? assignee?.id === me.id", "whose === 'mine' ? assignee !== null", 'Mine lists what others answer', ['office-support'], ['support gives an enquiry']),
]

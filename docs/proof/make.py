"""Writes mutants.json from web.py, office.py and api.py, and checks that each text occurs once in its file."""
import json, os, sys
sys.path.insert(0, 'docs/proof')
from web import WEB
try: from office import OFFICE
except ImportError: OFFICE = []
try: from api import API
except ImportError: API = []
root = sys.argv[1] if len(sys.argv) > 1 else '.'
out = []
for i, a, f, find, rep, what, specs, titles in WEB:
    out.append(dict(id=i, area=a, file='apps/web/src/' + f, find=find, replace=rep, what=what, before=dict(journeys=[s + '.spec.ts' for s in specs], titles=titles, unit=['apps/web/src'])))
for i, a, f, find, rep, what, specs, titles in OFFICE:
    out.append(dict(id=i, area='office: ' + a, file='apps/office/src/' + f, find=find, replace=rep, what=what, before=dict(journeys=[s + '.spec.ts' for s in specs], titles=titles, project='desktop', unit=['apps/office/src'])))
for i, a, f, find, rep, what, unit in API:
    out.append(dict(id=i, area='api: ' + a, file='apps/api/src/' + f, find=find, replace=rep, what=what, before=dict(journeys=[], unit=['apps/api/src/' + u for u in unit])))
ids = [m['id'] for m in out]
assert len(ids) == len(set(ids)), [i for i in ids if ids.count(i) > 1]
for m in out:
    p = f"{root}/{m['file']}"
    n = open(p).read().count(m['find']) if os.path.exists(p) else -1
    if n != 1: print('BAD', m['id'], n)
json.dump(out, open('docs/proof/mutants.json', 'w'), indent=1, ensure_ascii=False)
print(len(WEB), 'web', len(OFFICE), 'office', len(API), 'api')

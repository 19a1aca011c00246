-- MTN's disbursements are a rail of their own beside its remittances, and pay out to the same networks. A deployment has
-- one of the two.
insert into network_rails (country, network, position, rail, off_reason)
select country, network,
  (select max(position) + 1 from network_rails other where (other.country, other.network) = (way.country, way.network)),
  rail || '-disbursement', off_reason
from network_rails way where rail in ('mtn-momo-gh', 'mtn-momo-lr');

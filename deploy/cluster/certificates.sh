#!/bin/sh
# Creates a certificate for one machine of the cluster, and the authority that signs it if FOLDER has none yet:
#   deploy/cluster/certificates.sh FOLDER db1 DNS:db1.internal,IP:10.0.0.11
# Copy ca.crt, db1.crt and db1.key to the machine (the key only for its user), and keep ca.key off all of them.
# A year is short enough for staff to remember the renewal: create it again, copy it, then reload PostgreSQL, Patroni and
# HAProxy; etcd reads its files at each connection.
set -eu
umask 077
folder=$1 name=$2 addresses=$3
curve='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc'
cd "$folder"
if [ ! -f ca.crt ]; then
  openssl req -x509 $curve -days 3650 -subj '/CN=Sesa cluster' -keyout ca.key -out ca.crt
fi
openssl req -x509 $curve -days 365 -subj "/CN=$name" -CA ca.crt -CAkey ca.key \
  -addext "subjectAltName=DNS:$name,$addresses" -addext 'basicConstraints=critical,CA:FALSE' \
  -keyout "$name.key" -out "$name.crt"
chmod 644 ca.crt "$name.crt"

FROM alpine:3.20
RUN apk add --no-cache pgbouncer
COPY pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
USER pgbouncer
EXPOSE 6432
# The list of users is written where it is read: the password comes from the environment.
CMD ["sh", "-c", "umask 077 && printf '\"wildleague\" \"%s\"\\n' \"$POSTGRES_PASSWORD\" > /tmp/users.txt && exec pgbouncer /etc/pgbouncer/pgbouncer.ini"]

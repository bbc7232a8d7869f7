# The full mode in one image: web, worker and beat differ by their command only (compose.yaml).
# What of the repository comes in, .dockerignore says.

FROM python:3.11-slim AS build
WORKDIR /app
ENV PATH=/venv/bin:$PATH COLLECTED_STATIC=true
COPY requirements.txt ./
RUN python -m venv /venv && \
    pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements.txt
COPY . ./
RUN pybabel compile --domain django --directory locale && \
    python -m core.look.face && \
    SECRET_KEY=build DATA_DIR=/tmp/build python manage.py collectstatic --noinput

FROM python:3.11-slim
RUN useradd --system --uid 10001 chama && \
    install --directory --owner chama /data
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 COLLECTED_STATIC=true DATA_DIR=/data
USER chama
EXPOSE 8000
CMD ["gunicorn", "config.wsgi", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", "--workers", "2", "--threads", "8", "--worker-tmp-dir", "/dev/shm", "--no-control-socket", "--limit-request-line", "8190", "--limit-request-field_size", "16380"]
